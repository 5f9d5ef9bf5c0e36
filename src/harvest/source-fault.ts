/** A source cannot be read. The message is a sentence that names it and says what was wrong. */
export class SourceFault extends Error {
  readonly source: string;

  constructor(source: string, problem: string) {
    super(`${source} ${problem}`);
    this.name = 'SourceFault';
    this.source = source;
  }
}
