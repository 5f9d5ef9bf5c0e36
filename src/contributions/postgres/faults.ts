import { DataError } from '../../lib/data-error.ts';
import { sanitizeLine } from '../../lib/sanitize.ts';
import { RETRY_AFTER_S, type StorageFault } from '../event-store.ts';
import type { StoreAddress } from './address.ts';

const AGAIN = `Try again in ${RETRY_AFTER_S} s; searching goes on.`;

/** The write was not sent, or surely not kept. Without a cause, what is wrong is in the log already. */
export function unavailable(cause?: unknown): DataError<StorageFault> {
  return new DataError(
    'UNAVAILABLE',
    `The database of this server cannot be written to now, so nothing was kept. ${AGAIN}`,
    cause,
  );
}

/** The connection ended, or a time-out passed, before the database had answered. */
export function notKnown(cause: unknown): DataError<StorageFault> {
  return new DataError(
    'UNAVAILABLE',
    `The database did not answer in time: it is not known whether it was kept. Send it again in ${RETRY_AFTER_S} s; it counts once.`,
    cause,
  );
}

/** The condition that PostgreSQL states, five characters of its documentation's appendix A; '' for any other error. */
export function sqlState(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code) ? code : '';
}

/**
 * Classes of conditions after which nothing was kept, since the one statement was rolled back. The server's shutting
 * down (57P01) is not among them: it may follow upon the commit.
 */
const ROLLED_BACK = /^(?:0A|21|22|23|25|26|28|34|3[DF]|40|42|53|54|55|57014|P0|RM|XX)/;

/** True if a write that failed so is surely not kept. */
export function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.test(sqlState(error));
}

/** True for a transaction that was rolled back for the sake of another one: a serialization failure or a deadlock. */
export function isTransient(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error));
}

/** True if the connection is still good after an error: the server answered that the statement failed. */
export function isConnectionGood(error: unknown): boolean {
  return isRolledBack(error) && !/^(?:25|28|57)/.test(sqlState(error));
}

/** The refusal of a write that was surely not kept, for the contributor. */
export function refusalOf(error: unknown): DataError<StorageFault> {
  const state = sqlState(error);
  if (state.startsWith('53') && state !== '53300') {
    return new DataError(
      'STORAGE_FULL',
      `The database of this server has no room, so nothing was kept. Try again when its operator has made some; searching goes on.`,
      error,
    );
  }
  if (state === '42501' || state === 'RM001') {
    return new DataError(
      'READ_ONLY',
      'This server may not write to its database now, so nothing was kept. Its operator finds out why with robotics-mcp store check; searching goes on.',
      error,
    );
  }
  if (/^(?:22|54)/.test(state)) {
    return new DataError('INTERNAL', 'The database refuses this text, so nothing was kept.', error);
  }
  return unavailable(error);
}

/** What keeps a program from using a database, as a sentence for its operator, who is told what to do. */
export function explain(error: unknown, { shown, user }: StoreAddress): string {
  if (error instanceof DataError) return error.message;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const said = /timeout/i.test(message)
    ? 'it does not answer'
    : sanitizeLine(message, 300).replace(/\.$/, '');
  if (/^28/.test(code) || /password must be/.test(message)) {
    return `The database ${shown} does not let ${user} in: ${said}. Its password is read from PGPASSWORD, or from the file that PGPASSFILE names.`;
  }
  if (code === '42501') {
    return `${user} lacks a right in the database ${shown}: ${said}. Its owner grants all of them: robotics-mcp store migrate --role ${user}`;
  }
  if (/^(?:3F000|42P01|42883|42703)$/.test(code)) {
    return `The database ${shown} lacks the schema of this program, or a part of it: ${said}. Its owner makes it: robotics-mcp store migrate --role ROLE`;
  }
  if (code.startsWith('25')) return readOnly(shown);
  if (/SSL|TLS|CERT|SIGNATURE/i.test(`${code} ${message}`)) {
    return `The connection to the database ${shown} cannot be protected: ${said}. The certificate is checked with sslmode=require too; sslrootcert names who may have signed it.`;
  }
  return `The database ${shown} cannot be used: ${said || code}.`;
}

export function readOnly(shown: string): string {
  return `The database ${shown} takes no writes: it is a standby, or was made read only. The address must lead to the primary.`;
}
