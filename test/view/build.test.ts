import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildView } from '../../scripts/bundle/view.ts';
import { VIEW } from '../helpers/saved-view.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('has the same bytes from the same sources, and no more than a host should be given', async () => {
  const { html, inputs } = await buildView(root);
  expect(html === VIEW).toBe(true);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(450_000);
  expect(gzipSync(html).byteLength).toBeLessThanOrEqual(150_000);
  expect(inputs.filter((path) => !/^(?:src\/view\/|.*node_modules\/)/.test(path))).toEqual([]);
});

it('names nothing to be loaded, and allows its own script and style by their hashes', () => {
  expect(VIEW.match(/<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="(?!data:)/g)).toBeNull();
  const [style = ''] = /<style>.*?<\/style>/s.exec(VIEW) ?? [];
  expect(style).not.toMatch(/@import|url\(/);
  const policy = /content-security-policy" content="([^"]+)"/.exec(VIEW)?.[1] ?? '';
  expect(policy).toContain(`default-src 'none'`);
  expect(policy).not.toContain('unsafe');
  for (const [element, name] of [
    ['script', 'script-src'],
    ['style', 'style-src'],
  ] as const) {
    const text = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(VIEW)?.[1] ?? '';
    const hash = createHash('sha256').update(text).digest('base64');
    expect(policy).toContain(`${name} 'sha256-${hash}'`);
  }
});

it('has one place for data, and it is empty', () => {
  expect(VIEW.match(/id="robotics-data"/g)).toHaveLength(1);
  expect(VIEW).toContain('<script type="application/json" id="robotics-data"></script>');
});
