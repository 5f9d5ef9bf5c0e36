const digits = '〇一二三四五六七八九';
const units: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** A number in Chinese characters below ten thousand, which stand before 万 as digits do: `三百五十`, `两千`. */
export function hanNumber(text: string): number | undefined {
  if (!/^[〇零一二两三四五六七八九十百千]+$/.test(text)) return undefined;
  let sum = 0;
  let digit: number | undefined;
  for (const sign of text.replaceAll('两', '二').replaceAll('零', '')) {
    const unit = units[sign];
    if (unit === undefined) digit = digits.indexOf(sign);
    else {
      sum += (digit ?? 1) * unit;
      digit = undefined;
    }
  }
  return sum + (digit ?? 0);
}
