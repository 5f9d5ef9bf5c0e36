import { z } from 'zod';
import { addressFault } from '../../data/dataset/checks/values.ts';
import { ToolError } from '../errors.ts';

/** Overrides of direction, zero-width spaces, tags: they hide text from a reader. Joiners, which scripts need, stay. */
const hidden =
  /[\u00ad\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const control = /\p{Cc}/u;

/** A text of several lines for a person to read; what would hide a part of it is taken out. */
export function longText(max: number) {
  return z
    .string()
    .overwrite(readable)
    .min(1)
    .max(max)
    .refine((value) => !control.test(value.replaceAll('\n', '')), 'control characters are not allowed');
}

/** A text without what would hide a part of it from a reader. */
export function readable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').replace(hidden, '').trim();
}

/** Throws INVALID_ARGUMENT for what is no public http(s) address. Nothing is fetched from it in any case. */
export function checkPublicAddress(field: string, text: string): void {
  const fault = /[\p{Cf}\s]/u.test(text)
    ? 'holds characters that do not show; write it out'
    : addressFault(text);
  if (fault === undefined) return;
  throw new ToolError(
    'INVALID_ARGUMENT',
    `${field} ${fault}. It must be a public http(s) address, such as https://arxiv.org/abs/2401.02117.`,
    { field },
  );
}
