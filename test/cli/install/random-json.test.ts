import { expect, it } from 'vitest';
import { Random } from '../../../scripts/harness/random.ts';
import { jsonEditor } from '../../../src/cli/install/edit-json.ts';

const ENTRY = { command: '/usr/bin/node', args: ['/opt/cli.js'] };

/** Objects as nobody lays them out: comments and line ends in every gap, commas before the end. */
class Writer {
  private readonly random: Random;
  private readonly eol: string;

  constructor(random: Random) {
    this.random = random;
    this.eol = random.pick(['\n', '\r\n']);
  }

  gap(): string {
    const { eol } = this;
    return this.random.pick([
      '',
      ' ',
      '\t',
      eol,
      `${eol}  `,
      ` // "x": {},${eol}`,
      '/* { } , */',
      `/* a${eol} b */`,
    ]);
  }

  object(depth: number, fixed: readonly (readonly [string, string])[] = []): string {
    const names = ['a', 'b', 'c'].slice(0, this.random.below(4));
    const properties = [...fixed, ...names.map((name) => [name, this.value(depth + 1)] as const)];
    if (this.random.chance(0.5)) properties.reverse();
    const parts = properties.map(
      ([name, value]) =>
        `${this.gap()}${JSON.stringify(name)}${this.gap()}:${this.gap()}${value}${this.gap()}`,
    );
    const comma = parts.length > 0 && this.random.chance(0.3) ? ',' : '';
    return `{${parts.join(',')}${comma}${this.gap()}}`;
  }

  private value(depth: number): string {
    const plain = ['1', 'null', '"a\\"//b"', `[${this.gap()}1${this.gap()},2]`];
    return depth < 3 && this.random.chance(0.3) ? this.object(depth) : this.random.pick(plain);
  }
}

it.each([1, 2, 3])('only adds to files that are laid out at random (seed %i)', (seed) => {
  const random = new Random(seed);
  for (let count = 0; count < 500; count += 1) {
    const writer = new Writer(random);
    const text = writer.object(0, random.chance(0.7) ? [['mcpServers', writer.object(1)]] : []);
    const edited = jsonEditor.put(text, 'mcpServers', ENTRY);
    expect(holds(edited, text), JSON.stringify([text, edited])).toBe(true);
    expect(jsonEditor.put(edited, 'mcpServers', ENTRY)).toBe(edited);
    const removed = jsonEditor.remove(edited, 'mcpServers');
    // White space before a closing brace may be another; an object of servers stays where there was none.
    if (text.includes('mcpServers')) expect(bare(removed)).toBe(bare(text));
    expect(removed).not.toContain('robotics');
  }
});

/** Whether all characters of a text stand in another, in their order. */
function holds(longer: string, text: string): boolean {
  let place = 0;
  for (const character of longer) if (character === text[place]) place += 1;
  return place === text.length;
}

function bare(text: string): string {
  return text.replaceAll(/\s/g, '');
}
