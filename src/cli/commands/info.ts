import { LOCAL_USER } from '../../lib/caller.ts';
import { platformDirectory } from '../../lib/program.ts';
import { sanitizeLine } from '../../lib/sanitize.ts';
import { createService } from '../../protocol/service.ts';
import { describeService, type ServiceStatus } from '../../protocol/service-status.ts';
import type { Command } from '../command.ts';
import { valuesOf, yargsOptions } from '../option-values.ts';
import { PRINT_OPTIONS } from '../options.ts';
import { print } from '../print.ts';
import { type Style, styleFor } from '../render/style.ts';
import { registryOf, serviceOptions } from '../service-options.ts';

/** Prints the version, what the dataset holds and which tools are offered. */
export const infoCommand: Command = {
  usage: '$0 info\n\nShow the version, the dataset and the tools on offer',
  options: yargsOptions(PRINT_OPTIONS),
  hasVersion: true,
  handler: async (flags, terminal) => {
    const values = valuesOf(flags, terminal.env, PRINT_OPTIONS);
    const service = createService(serviceOptions(values, terminal));
    await registryOf(service);
    const status = {
      ...(await describeService(service, LOCAL_USER)),
      data_dir: values['data-dir'] ?? platformDirectory(),
    };
    print(terminal, values.json, status, () => render(status, styleFor(terminal)));
    await service.close();
    return 0;
  },
};

/** Longer paths are cut. */
const LONGEST_PATH = 4_000;

interface Info extends ServiceStatus {
  /** Made with the first contribution. */
  readonly data_dir: string;
}

function render(info: Info, { strong, soft, note }: Style): string {
  const { name, version, terms, dataset, tools, protocol_revisions, data_dir } = info;
  const counts = Object.entries(dataset.counts).map(
    ([kind, count]) => `  ${kind.padEnd(16)}${count.toLocaleString('en-US').padStart(8)}`,
  );
  return [
    strong(`${name} ${version}`),
    soft(terms),
    '',
    `${strong(`Dataset ${dataset.version}`)} of ${dataset.date}, ${dataset.age_days === 1 ? 'one day' : `${dataset.age_days} days`} old, ${sourceOf(dataset)}`,
    ...(dataset.warnings ?? []).map((warning) => note(`Warning: ${warning}`)),
    ...counts,
    `Contributions in the data: ${dataset.contributions}`,
    ...waitingLines(dataset.waiting),
    `Contributions and synced data are kept in ${sanitizeLine(data_dir, LONGEST_PATH)}`,
    '',
    `Tools: ${tools.join(', ')}`,
    `Protocol revisions: ${protocol_revisions.join(', ')}`,
    '',
  ].join('\n');
}

function sourceOf({ source, synced, service }: ServiceStatus['dataset']): string {
  const looked = service === undefined ? '' : `; the service was last asked at ${service.checked_at}`;
  if (source === 'bundled') return `as it came with the program${looked}`;
  return `synced${synced?.signed_by ? `, signed by ${synced.signed_by}` : ', unsigned'}${looked}`;
}

function waitingLines(waiting: ServiceStatus['dataset']['waiting']): string[] {
  if (waiting === undefined) return [];
  const { pending, in_review, queued, to_forward, faults } = waiting;
  const counts = [
    [pending, 'papers that arXiv has still to confirm'],
    [in_review, 'addresses and records to review'],
    [queued, 'reports to review'],
    [to_forward ?? 0, 'contributions to pass on to the hosted service'],
  ] as const;
  const waits = counts.filter(([count]) => count > 0).map(([count, what]) => `  ${count} ${what}`);
  return [...(waits.length > 0 ? ['Waiting:', ...waits] : []), ...faults.map((fault) => `Journal: ${fault}`)];
}
