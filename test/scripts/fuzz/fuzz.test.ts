import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FuzzedTransport, fuzz } from '../../../scripts/fuzz/fuzz.ts';
import { temporaryDirectory } from '../../contributions/faulty-files.ts';

let place: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  place = temporaryDirectory();
});
afterEach(() => place.remove());

const env = { ...process.env, ROBOTICS_MCP_ARXIV_API: 'http://127.0.0.1:9/api/query' };

it.each<FuzzedTransport>(['http', 'stdio'])(
  'generated requests over %s bring about no fault',
  {
    timeout: 600_000,
  },
  async (transport) => {
    const report = await fuzz({ transport, requests: 400, seed: 20_261_123, home: place.path, env });
    expect(report.faults).toEqual([]);
    expect(report.requests).toBeGreaterThanOrEqual(400);
    for (const revision of ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      expect(report.byRevision[revision], revision).toBeGreaterThan(20);
    }
  },
);
