/** More rows are no export that a person saved. */
const mostRows = 100_000;

/**
 * The rows of a table of text as RFC 4180 has it, with commas, semicolons or tabs between its cells: whichever stands
 * most often in the first line. Empty lines are left out.
 */
export function readCsv(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(body);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.some((each) => each.trim() !== '') && rows.length < mostRows) rows.push(row);
    row = [];
    cell = '';
  };
  for (let i = 0; i < body.length; i += 1) {
    const letter = body[i];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (body[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  endRow();
  return rows;
}

function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/\r?\n|$/));
  const count = (mark: string) => line.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
