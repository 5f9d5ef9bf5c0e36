import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cluster, nodeEnvironment } from '../../scripts/harness/cluster.ts';
import { drive } from '../../scripts/harness/load.ts';
import { titleOf } from '../../scripts/harness/local-arxiv.ts';
import { postgresPrograms } from '../../scripts/harness/postgres.ts';
import { post } from '../helpers/http.ts';
import { run } from '../helpers/program.ts';

describe.skipIf(postgresPrograms() === undefined)('two servers at one PostgreSQL', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start({ nodes: 2, standby: true });
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

  /** Says the same again, with pauses, until somebody says that it is kept. */
  async function reportUntilKept(problem: string): Promise<string> {
    const args = { resource_type: 'robots', resource_id: 'unitree-g1', problem };
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'report_error', arguments: args },
    };
    const kept = async () => (await post(cluster.url, message)).body.result.structuredContent.ticket;
    await expect.poll(() => kept().catch(() => undefined), { timeout: 60_000, interval: 200 }).toBeDefined();
    return problem;
  }

  const reported = async (): Promise<string[]> => {
    const bodies = await cluster.sql(`SELECT coalesce(json_agg(bodies), '[]') FROM robotics_mcp.events`);
    return (JSON.parse(bodies) as { report?: { problem: string } }[][])
      .flat()
      .flatMap(({ report }) => (report?.problem.startsWith('Fault ') ? [report.problem] : []));
  };

  it('keep each report once while a node dies between commit and answer, and the primary twice, then for good', {
    timeout: 300_000,
  }, async () => {
    const kept: string[] = [];
    let sent = 0;
    let isOver = false;
    const caller = async () => {
      sent += 1;
      kept.push(await reportUntilKept(`Fault ${sent}`));
    };
    const working = drive(
      [caller, caller, caller],
      () => isOver,
      () => undefined,
    );
    const someMore = async () => {
      const enough = kept.length + 5;
      await expect.poll(() => kept.length, { timeout: 60_000 }).toBeGreaterThan(enough);
    };
    await someMore();
    const [node] = cluster.nodes;
    if (node === undefined) throw new Error('There is no node.');
    // What the database says reaches the node no more: it has committed when the node dies.
    node.link.passing = { swallow: 'to the client' };
    await pause(300);
    await node.kill();
    node.link.passing = 'pass';
    node.link.cut();
    await node.start();
    await someMore();
    await cluster.primary.kill();
    await pause(300);
    await cluster.primary.resume();
    await someMore();
    await cluster.primary.kill();
    await cluster.failOver();
    await someMore();
    isOver = true;
    await working;
    expect((await reported()).sort()).toEqual(kept.sort());
    for (const { url } of cluster.nodes) {
      const queued = async () => {
        const status = (await (await fetch(url)).json()) as { dataset: { waiting: { queued: number } } };
        return status.dataset.waiting.queued;
      };
      await expect.poll(queued, { timeout: 60_000 }).toBe(kept.length);
    }
  });
});
