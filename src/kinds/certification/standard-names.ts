/** Bodies that adopt a standard of ISO or IEC put their own letters before its: `BS EN ISO 13482`. */
const adopters =
  /^(?:(?:BS|DIN|NF|UNE|UNI|SN|JIS|KS|GB|CSA|CAN|ANSI|AAMI|UL|I\.?S\.?|(?:Fpr|pr)?EN)[\s/-]+)+(?=ISO\b|IEC\b|EN\b)/i;
/** `:2025` with its amendments, `(2025)`, `edition 4.0`, `-2025` at the end, `V2.2.2`. */
const edition =
  /(?:\s*:\s*(?:19|20)\d\d\b.*|\s*\((?:19|20)\d\d\)|,?\s*(?:edition|ed\.?)\s+[\d.]+.*|-(?:19|20)\d\d|\s+v\d+(?:\.\d+)+)$/i;

/** `ISO 13482:2014` of `BS EN ISO 13482:2014`. */
export function withoutAdopter(name: string): string {
  return name.trim().replace(adopters, '');
}

/** `ISO 10218-1` of `ISO 10218-1:2011`, `R15.06` of `R15.06-2012`. */
export function withoutEdition(name: string): string {
  return name.trim().replace(edition, '');
}

/** What a standard may be recorded as that a person calls so, the closest first; a part by its number alone too. */
export function standardNames(name: string): readonly string[] {
  const own = withoutAdopter(name);
  const bare = /^(?:ISO|IEC|EN)\s+(\d{3,}(?:-\d+)+)$/.exec(withoutEdition(own))?.[1];
  return [
    ...new Set([
      name.trim(),
      own,
      withoutEdition(name),
      withoutEdition(own),
      ...(bare === undefined ? [] : [bare]),
    ]),
  ];
}
