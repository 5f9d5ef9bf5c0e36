/**
 * Something outside the program is not as it must be: a file, an answer, what somebody gave. The message is a
 * sentence that says what is wrong and what to do; the code is for programs. Whoever can say more catches it by its
 * code and throws one of their own.
 */
export class DataError<Code extends string = string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DataError';
    this.code = code;
  }
}

/** True for a DataError, or only for one with one of these codes. */
export function isDataError<Code extends string>(
  error: unknown,
  ...codes: readonly Code[]
): error is DataError<Code> {
  return error instanceof DataError && (codes.length === 0 || codes.includes(error.code as Code));
}
