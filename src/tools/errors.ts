/** The codes a tool reports; clients branch on them, so they never change their meaning. */
export type ErrorCode =
  | 'INVALID_ARGUMENT'
  | 'NOT_FOUND'
  | 'CURSOR_EXPIRED'
  | 'ARXIV_NOT_FOUND'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'READ_ONLY'
  | 'RATE_LIMITED'
  | 'STORAGE_FULL'
  | 'INTERNAL';

export interface ErrorDetail {
  /** The argument at fault, as a path: `specs.payload_kg.min`. */
  readonly field?: string;
  /** What would be accepted instead. */
  readonly accepted?: readonly string[];
}

/** A refusal that the caller can act on. The message is a sentence that says what was wrong and what to do. */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message);
    this.name = 'ToolError';
    this.code = code;
    this.detail = detail;
  }
}
