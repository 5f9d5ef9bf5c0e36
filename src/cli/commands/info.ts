import type { Service } from '../../server/service.ts';
import { describeService, type ServiceStatus } from '../../server/status.ts';
import type { ExitCode, Terminal } from '../terminal.ts';

/** Prints the version, what the dataset holds and which tools are offered. */
export async function runInfo(service: Service, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const status = await describeService(service);
  terminal.stdout.write(json ? `${JSON.stringify(status, null, 2)}\n` : render(status));
  await service.close();
  return 0;
}

function render({ name, version, terms, dataset, tools, protocol_revisions }: ServiceStatus): string {
  const counts = Object.entries(dataset.counts).map(
    ([kind, count]) => `  ${kind.padEnd(16)}${count.toLocaleString('en-US').padStart(8)}`,
  );
  return [
    `${name} ${version}`,
    terms,
    '',
    `Dataset ${dataset.version} of ${dataset.date}, ${dataset.age_days} days old`,
    ...counts,
    `Contributions kept here: ${dataset.contributions}`,
    '',
    `Tools: ${tools.join(', ')}`,
    `Protocol revisions: ${protocol_revisions.join(', ')}`,
    '',
  ].join('\n');
}
