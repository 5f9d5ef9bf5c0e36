/** An arXiv identifier without its version, or why there is none in a text. */
export type ArxivReading =
  | { readonly id: string; readonly version?: number }
  /** Continues a sentence that begins with what was given. */
  | { readonly problem: string };

/** What looks like an identifier in either style; whether it can be one is `readNumber`'s to say. */
export const numberPattern = String.raw`(?:\d+\.\d+|[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)?\/\d+)(?:v\d+)?`;

const newStyle = /^(\d+)\.(\d+)(?:v(\d+))?$/i;
const oldStyle = /^([a-z]+(?:-[a-z]+)*)(?:\.[a-z]+(?:-[a-z]+)*)?\/(\d+)(?:v(\d+))?$/i;

/** The archives that gave identifiers of their own, up to March 2007. */
const archives = new Set(
  'acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs dg-ga funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol physics plasm-ph q-alg q-bio quant-ph solv-int supr-con'.split(
    ' ',
  ),
);

/**
 * Reads one identifier that stands by itself: `2401.02117v3`, `cs/0612047`, `math.GT/0309136`. What arXiv can
 * never have given out is refused by name. See https://info.arxiv.org/help/arxiv_identifier.html.
 */
export function readNumber(text: string): ArxivReading {
  const modern = newStyle.exec(text);
  if (modern !== null) return withVersion(readModern(modern[1] ?? '', modern[2] ?? ''), modern[3]);
  const old = oldStyle.exec(text);
  if (old !== null) return withVersion(readOld((old[1] ?? '').toLowerCase(), old[2] ?? ''), old[3]);
  return { problem: 'has no arXiv identifier such as 2401.02117 or cs/0612047' };
}

/** Since April 2007: YYMM.number, with four digits to the end of 2014 and five from then on. */
function readModern(month: string, number: string): ArxivReading {
  if (month.length !== 4) {
    return {
      problem: `must have year and month as four digits before the dot, such as 2401, not ${short(month)}`,
    };
  }
  const fault = faultOfMonth(month);
  if (fault !== undefined) return fault;
  if (Number(month) < 704) {
    return {
      problem:
        'is of the form used since April 2007, but names an earlier month: older papers are named like cs/0612047',
    };
  }
  const digits = Number(month) >= 1501 ? 5 : 4;
  if (number.length !== digits) {
    const amount = number.length > digits ? 'too many' : 'too few';
    return {
      problem: `has ${amount} digits behind the dot: ${digits} are right for that month, not ${number.length}`,
    };
  }
  if (Number(number) === 0) return { problem: 'has the number zero: papers are counted from 1' };
  return { id: `${month}.${number}` };
}

/** From 1991 to March 2007: archive, class of some archives, YYMM and three digits. */
function readOld(archive: string, number: string): ArxivReading {
  if (!archives.has(archive)) {
    return { problem: `names an archive ${short(archive)} that arXiv never had; known ones are cs or math` };
  }
  if (number.length !== 7) {
    const amount = number.length > 7 ? 'too many' : 'too few';
    return { problem: `has ${amount} digits behind the archive: 7 are right, not ${number.length}` };
  }
  const fault = faultOfMonth(number.slice(0, 4));
  if (fault !== undefined) return fault;
  const year = Number(number.slice(0, 2));
  const month = Number(number.slice(2, 4));
  const isBefore = year === 91 && month < 7;
  const isAfter = (year === 7 && month > 3) || (year > 7 && year < 91);
  if (isBefore) return { problem: 'names a month before arXiv began' };
  if (isAfter) {
    return {
      problem: 'is of the form used up to March 2007, but names a later month: use one like 2401.02117',
    };
  }
  if (number.endsWith('000')) return { problem: 'has the number zero: papers are counted from 1' };
  // Papers are known by their archive alone: cs.RO/0612047 is cs/0612047.
  return { id: `${archive}/${number}` };
}

function faultOfMonth(yearAndMonth: string): { readonly problem: string } | undefined {
  const month = yearAndMonth.slice(2);
  if (Number(month) >= 1 && Number(month) <= 12) return undefined;
  return { problem: `names month ${month}, which does not exist` };
}

function withVersion(reading: ArxivReading, version: string | undefined): ArxivReading {
  if ('problem' in reading || version === undefined) return reading;
  if (version.length > 3) return { problem: `names version ${short(version)}, which no paper has` };
  if (Number(version) === 0) return { problem: 'names version 0: versions are counted from 1' };
  return { ...reading, version: Number(version) };
}

function short(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
