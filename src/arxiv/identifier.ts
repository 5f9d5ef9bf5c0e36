/** An arXiv identifier without its version, or why there is none in a text. */
export type ArxivReading = { readonly id: string } | { readonly problem: string };

/** Since April 2007: YYMM.number, with four digits to the end of 2014 and five from then on. */
const newStyle = /(?<![\d.])(\d{2})(\d{2})\.(\d+)(?:v\d+)?(?![\d])/;
/** Before: archive, class of some archives, YYMM and three digits. */
const oldStyle = /(?<![a-z-])([a-z]+(?:-[a-z]+)*)(\.[A-Z]{2})?\/(\d{2})(\d{2})(\d{3})(?:v\d+)?(?!\d)/;

/**
 * Finds the arXiv identifier in what a person has at hand: `2401.02117v3`, `arXiv:cs/0612047`, an abs, pdf or
 * html address, a DOI `10.48550/arXiv.…`. See https://info.arxiv.org/help/arxiv_identifier.html.
 */
export function readArxivId(text: string): ArxivReading {
  const modern = newStyle.exec(text);
  if (modern !== null) return checkModern(modern);
  const old = oldStyle.exec(text);
  if (old !== null && !text.slice(0, old.index).endsWith('.')) return checkOld(old);
  return { problem: 'has no arXiv identifier such as 2401.02117 or cs/0612047' };
}

function checkModern([, year = '', month = '', number = '']: RegExpExecArray): ArxivReading {
  if (Number(month) < 1 || Number(month) > 12)
    return { problem: `names month ${month}, which does not exist` };
  if (Number(year + month) < 704)
    return { problem: 'is of the form used since April 2007, but names an earlier month' };
  const digits = Number(year) >= 15 ? 5 : 4;
  if (number.length !== digits)
    return { problem: `must have ${digits} digits behind the dot in that year, not ${number.length}` };
  return { id: `${year}${month}.${number}` };
}

function checkOld([, archive = '', , year = '', month = '', number = '']: RegExpExecArray): ArxivReading {
  if (Number(month) < 1 || Number(month) > 12)
    return { problem: `names month ${month}, which does not exist` };
  // Papers are known by their archive alone: cs.RO/0612047 is cs/0612047.
  return { id: `${archive}/${year}${month}${number}` };
}
