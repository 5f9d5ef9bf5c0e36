import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { titleOf } from '../failure/local-arxiv.ts';
import type { Random } from '../harness/random.ts';
import { frozenDataset } from '../sync/small-versions.ts';
import type { Program, Server } from './program.ts';
import type { SimulatedClock } from './simulated-clock.ts';

const LETTERS = 'bcdfghjkmnpqrstvwxz';
const A_DAY = 86_400_000;
/** Contact and note of a contribution: for the operator's eyes alone. */
const CONTACT = 'reachable-by-nobody-else@example.org';
const NOTE = 'a note for the operator alone';
const QUESTIONS: readonly (readonly [tool: string, args: object])[] = [
  ['search_robots', { query: 'inspection' }],
  ['search_robots', { category: 'humanoid', limit: 5 }],
  ['search_publications', { query: 'locomotion' }],
  ['search_manufacturers', { country: 'US' }],
  ['search_startups', { query: 'warehouse' }],
  ['get_latest_news', { limit: 3 }],
  ['get_open_challenges', {}],
];

export interface CallersOptions {
  readonly program: Program;
  /** The data directory of the server that takes contributions. */
  readonly home: string;
  readonly clock: SimulatedClock;
  readonly random: Random;
}

/** Who may write for how long. */
interface ApiKey {
  readonly name: string;
  readonly token: string;
  /** Its last day, `YYYY-MM-DD`. */
  readonly expires?: string;
  isRevoked: boolean;
}

/** What was acknowledged. */
interface Kept {
  readonly ticket: string;
  /** A word that a search finds from when it counts on. */
  readonly word?: string;
  status: string;
}

/** Those who search and contribute, and the reviewer. */
export class Callers {
  readonly #options: CallersOptions;
  readonly #keys: ApiKey[] = [];
  readonly #kept = new Map<string, Kept>();
  /** Those that may get another title: the id of others follows from the one they have. */
  readonly #papers = readFileSync(join(frozenDataset, 'publications.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => /^\{"id":"(arxiv-[^"]+)"/.exec(line)?.[1] ?? []);
  #searches = 0;
  #reviewed = 0;
  #drawn = 0;
  #hours = 0;

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  get counts() {
    return { searches: this.#searches, acknowledged: this.#kept.size, reviewed: this.#reviewed };
  }

  /** What no log may hold. */
  get secrets(): [string, string][] {
    const tokens = this.#keys.map(({ name, token }): [string, string] => [`the key of ${name}`, token]);
    return [...tokens, ['a contact', CONTACT], ['a note', NOTE]];
  }

  async begin(): Promise<void> {
    const { clock } = this.#options;
    await this.#addKey('cleo');
    await this.#addKey('ana', new Date(clock.now() + 2 * A_DAY).toISOString().slice(0, 10));
    await this.#addKey('bo');
  }

  /** An hour of questions and contributions; says what went wrong. */
  async hour(first: Server, second: Server): Promise<string[]> {
    const faults: string[] = [];
    this.#hours += 1;
    if (this.#hours === 60) await this.#revoke('bo');
    for (const server of [first, second]) {
      const [tool, args] = this.#options.random.pick(QUESTIONS);
      const { status, isError } = await server.ask(tool, args);
      this.#searches += 1;
      if (status !== 200 || isError) faults.push(`${tool} is answered ${status}`);
    }
    for (const key of this.#keys) faults.push(...(await this.#tryKey(first, key)));
    faults.push(...(await this.#contribute(first)));
    return faults;
  }

  /** A look at the queue: most is accepted, the rest refused. */
  async review(): Promise<string[]> {
    const { program, home, random } = this.#options;
    const { code, out, errors } = await program.run('review', 'list', '--json', '--data-dir', home);
    if (code !== 0) return [`the queue cannot be read: ${errors.trim()}`];
    const faults: string[] = [];
    for (const { ticket, type } of JSON.parse(out) as { ticket: string; type: string }[]) {
      const action = type === 'report' && random.chance(0.8) ? 'accept' : 'reject';
      const ran = await program.run('review', action, ticket, '--json', '--data-dir', home, '--why', 'seen');
      const known = this.#kept.get(ticket);
      if (ran.code !== 0) faults.push(`${ticket} cannot be decided: ${ran.errors.trim()}`);
      else if (known !== undefined) known.status = action === 'accept' ? 'accepted' : 'rejected';
      this.#reviewed += 1;
    }
    return faults;
  }

  /** Everything that was acknowledged is there once, and what was accepted is found by a search of either server. */
  async end(first: Server, second: Server): Promise<string[]> {
    const { program, home } = this.#options;
    const listed = await program.run('review', 'list', '--status', 'all', '--json', '--data-dir', home);
    const tickets = (JSON.parse(listed.out) as { ticket: string; status: string }[]).map(
      (each) => each.ticket,
    );
    const faults = tickets.length === new Set(tickets).size ? [] : ['a contribution is listed twice'];
    for (const { ticket, word, status } of this.#kept.values()) {
      if (!tickets.includes(ticket)) faults.push(`${ticket} was acknowledged and is gone`);
      if (word === undefined || !['published', 'accepted'].includes(status)) continue;
      for (const [name, server] of [
        ['first', first],
        ['second', second],
      ] as const) {
        if (!(await finds(server, word)))
          faults.push(`${ticket} (${status}) is not found on the ${name} server`);
      }
    }
    return faults;
  }

  async #contribute(server: Server): Promise<string[]> {
    const { random } = this.#options;
    const kind = random.below(10);
    this.#drawn += 1;
    if (kind < 2) return this.#report(server);
    if (kind < 3) {
      const url = `https://example.org/papers/${random.word(LETTERS, 10)}`;
      return this.#send(server, 'submit_publication', { url, note: NOTE });
    }
    if (kind > 3) return [];
    const id = `3102.${10_000 + this.#drawn}`;
    return this.#send(server, 'submit_publication', { arxiv_id: id }, titleOf(id).split(' ').at(-1));
  }

  /** Another title for a paper that nobody else corrects. */
  async #report(server: Server): Promise<string[]> {
    const id = this.#papers.pop();
    if (id === undefined) return [];
    const word = `zq${this.#options.random.word(LETTERS, 12)}`;
    const what = { resource_type: 'publications', resource_id: id, field: 'title' };
    const text = { problem: 'The title is another.', suggested_value: `Locomotion of the ${word}` };
    return this.#send(server, 'report_error', { ...what, ...text, contact: CONTACT }, word);
  }

  async #send(server: Server, tool: string, args: object, word?: string): Promise<string[]> {
    const { status, isError, content } = await server.ask(tool, args, this.#keys[0]?.token);
    const { ticket, status: state } = content as { ticket?: string; status?: string };
    if (status !== 200 || isError || ticket === undefined)
      return [`${tool} is answered ${status} ${JSON.stringify(content).slice(0, 200)}`];
    this.#kept.set(ticket, { ticket, status: state ?? '', ...(word !== undefined && { word }) });
    if (state === 'published' && word !== undefined && !(await finds(server, word)))
      return [`${ticket} is published and not found`];
    return [];
  }

  /** A key is good until its last day is over, or it is revoked, by the clock of the server. */
  async #tryKey(server: Server, { name, token, expires, isRevoked }: ApiKey): Promise<string[]> {
    const isGood = !isRevoked && (expires === undefined || this.#options.clock.today <= expires);
    const { status } = await server.ask('get_open_challenges', {}, token);
    return status === (isGood ? 200 : 401) ? [] : [`the key of ${name} is answered ${status}`];
  }

  async #addKey(name: string, expires?: string): Promise<void> {
    const { program, home } = this.#options;
    const more = expires === undefined ? [] : ['--expires', expires];
    const args = ['keys', 'add', name, '--scope', 'write', '--json', '--data-dir', home, ...more];
    const { key } = JSON.parse((await program.run(...args)).out) as { key: string };
    this.#keys.push({ name, token: key, isRevoked: false, ...(expires !== undefined && { expires }) });
  }

  async #revoke(name: string): Promise<void> {
    const { program, home } = this.#options;
    await program.run('keys', 'revoke', name, '--data-dir', home);
    for (const key of this.#keys) if (key.name === name) key.isRevoked = true;
  }
}

async function finds(server: Server, word: string): Promise<boolean> {
  const { content } = await server.ask('search_publications', { query: word });
  const { results = [] } = content as { results?: readonly { readonly title?: string }[] };
  return results.some(({ title = '' }) => title.includes(word));
}
