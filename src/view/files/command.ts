import type { Asked } from '../../tools/show/shape.ts';

/**
 * The command line that writes the checklist of these arguments as a page again, for a shell as POSIX has it: whatever
 * stands in the arguments is one word of it.
 */
export function checklistCommand({
  robot,
  robot_category,
  features = [],
  arguments: search = {},
}: Asked): string {
  const product = robot ?? robot_category;
  const { scheme, ...others } = search;
  const market =
    typeof scheme === 'string' && Object.keys(others).length === 0 ? ['--market', scheme] : undefined;
  const rest = Object.keys(search).length === 0 ? [] : ['--arguments', JSON.stringify(search)];
  return [
    'robotics-mcp',
    ...(product === undefined ? ['show', 'checklist'] : ['certify', product]),
    ...(market ?? rest),
    ...(features.length > 0 ? ['--features', features.join(',')] : []),
    ...['--html', 'checklist.html', '--open'],
  ]
    .map(quoted)
    .join(' ');
}

function quoted(word: string): string {
  return /^[\w./:=,@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
