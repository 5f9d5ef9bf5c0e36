import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cluster, nodeEnvironment } from '../../scripts/failure/cluster.ts';
import { titleOf } from '../../scripts/failure/local-arxiv.ts';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import { post } from '../helpers/http.ts';
import { run } from '../helpers/program.ts';

describe.skipIf(postgresPrograms() === undefined)('two servers at one PostgreSQL', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start({ nodes: 2 });
  }, 180_000);
  afterAll(() => cluster.close());

  /** Calls a tool of the first or the second server. */
  async function ask(node: 0 | 1, name: string, args: object) {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    return (await post(cluster.nodes[node]?.url ?? '', message)).body.result.structuredContent;
  }

  /** Reviews in a shell on the database, from a machine of its own. */
  const review = (...args: string[]) =>
    run(['review', ...args, '--store', cluster.reviewerStore, '--data-dir', cluster.folder('reviewer')], {
      env: { PGPASSWORD: nodeEnvironment.PGPASSWORD ?? '' },
    });

  it('submit a paper to one, find it on the other, accept a correction in a shell, see it on both', {
    timeout: 300_000,
  }, async () => {
    const id = `2611.${String(randomInt(10_000, 99_999))}`;
    const word = titleOf(id).split(' ').at(-1) ?? '';
    expect((await ask(1, 'search_publications', { query: word })).total).toBe(0);

    const submitted = await ask(0, 'submit_publication', { arxiv_id: `https://arxiv.org/abs/${id}` });
    expect(submitted).toMatchObject({ status: 'published', publication: { title: titleOf(id) } });
    expect(cluster.arxiv.asked).toEqual([id]);
    const found = () => ask(1, 'search_publications', { query: word });
    await expect.poll(found, { timeout: 60_000 }).toMatchObject({
      total: 1,
      results: [{ id: submitted.publication.id }],
      dataset: { contributions: 1 },
    });
    expect(await ask(1, 'submit_publication', { arxiv_id: id })).toMatchObject({
      status: 'already_published',
    });

    const { ticket } = await ask(1, 'report_error', {
      resource_type: 'publications',
      resource_id: id,
      field: 'title',
      problem: 'The title is misspelt.',
      suggested_value: `Locomotion of the quokka ${word}`,
      contact: 'reader@example.org',
    });
    expect((await review('list')).stdout).toContain(ticket);
    const accepted = await review('accept', ticket, '--by', 'ana');
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining('accepted') });
    const again = await review('accept', ticket, '--by', 'bob');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('ana') });

    for (const node of [0, 1] as const) {
      const corrected = () => ask(node, 'search_publications', { query: `quokka ${word}`, detail: 'full' });
      await expect.poll(corrected, { timeout: 60_000 }).toMatchObject({
        results: [{ title: `Locomotion of the quokka ${word}` }],
        dataset: { contributions: 2 },
      });
      const { results } = await corrected();
      expect(JSON.stringify(results[0].sources)).toContain(`report ${ticket}`);
      expect(JSON.stringify(results)).not.toContain('reader@example.org');
    }
  });
});
