import { stat } from 'node:fs/promises';
import { readWhole } from '../../lib/read-whole.ts';
import { compact } from '../../text/fold.ts';
import type { Adapter, Finding, HarvestRequest } from '../adapter.ts';
import type { KnownRecords } from '../dataset-draft.ts';
import { readDate } from '../feeds/read-date.ts';
import { decode, readAs, SourceFault } from '../fetcher.ts';
import { certificationFinding, DeviceIndex, type DeviceMatch } from '../match/devices.ts';
import { type Grant, readExport } from './read-export.ts';

const maxBytes = 64_000_000;
/** Where an operator finds a grant again. */
const searchPage = 'https://apps.fcc.gov/oetcf/eas/reports/GenericSearch.cfm';

/** Nothing is asked of the FCC: an operator saves the export of its search. */
export function fccAdapter(file: string): Adapter {
  return {
    name: 'fcc',
    overlapDays: 0,
    async *harvest(request) {
      const { grants, bad } = await readFileOf(file);
      for (const { row, reason } of bad) yield { type: 'refused', source: file, what: `row ${row}`, reason };
      const index = new DeviceIndex(request.known);
      const grantees = granteesOf(request.known);
      const seen = new Set<string>();
      for (const grant of grants) {
        // One grant has several rows, one for each band.
        if (seen.has(grant.fccId)) yield { type: 'passed', why: 'another row of the same grant' };
        else yield judge(grant, { index, grantees, file }, request);
        seen.add(grant.fccId);
      }
      request.onProgress(`${seen.size} grants`);
    },
  };
}

async function readFileOf(file: string) {
  const { size } = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new SourceFault(file, `cannot be read (${error.code})`);
  });
  if (size > maxBytes) throw new SourceFault(file, `is larger than ${maxBytes} bytes`);
  const bytes = await readWhole(file).catch((error: Error) => {
    throw new SourceFault(file, `cannot be read (${error.message})`);
  });
  const decoded = decode(bytes);
  if ('problem' in decoded) throw new SourceFault(file, decoded.problem);
  return readAs(file, () => readExport(decoded.text));
}

/** Whose grantee codes are known, from certifications that the data have. */
function granteesOf(known: KnownRecords): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { manufacturer, certifications } of known.all('robots')) {
    for (const { scheme, identifier } of certifications) {
      const code =
        scheme === 'FCC' ? /^(\d[A-Z0-9]{4}|[A-Z][A-Z0-9]{2})-?/.exec(identifier ?? '')?.[1] : undefined;
      if (code !== undefined) found.set(code, manufacturer.name);
    }
  }
  return found;
}

interface Against {
  readonly index: DeviceIndex;
  readonly grantees: ReadonlyMap<string, string>;
  readonly file: string;
}

function judge(grant: Grant, { index, grantees, file }: Against, { today }: HarvestRequest): Finding {
  const date = readDate(grant.date);
  const what = grant.fccId;
  if (date === undefined) {
    return {
      type: 'refused',
      source: file,
      what,
      reason: `has a date that cannot be read: "${grant.date.slice(0, 40)}"`,
    };
  }
  if (date > today) return { type: 'refused', source: file, what, reason: `is dated ${date}, in the future` };
  const applicant = grantees.get(grant.granteeCode) ?? grant.applicant;
  return certificationFinding(
    matchOf(index, applicant, grant.productCode),
    {
      scheme: 'FCC',
      status: 'certified',
      standard: 'FCC equipment authorization',
      identifier: grant.fccId,
      date,
      evidence: 'regulator_record',
      source: searchPage,
    },
    `The FCC lists ${grant.fccId} of ${grant.applicant}, granted on ${date}.`,
  );
}

/** The device is described only by a code, which may contain the model's name among other letters. */
function matchOf(index: DeviceIndex, applicant: string, productCode: string): DeviceMatch | undefined {
  const spaced = productCode.replace(/-/g, ' ');
  const exact = index.match({ applicant, device: spaced });
  return exact ?? index.matchCode(applicant, compact(productCode));
}
