import { expect, it } from 'vitest';
import { pageWith } from '../../src/cli/page-file.ts';
import type { SavedPage } from '../../src/tools/show/shape.ts';

const html =
  '<head></head><script type="application/json" id="robotics-data"></script><script>run()</script>';

it('no text of a record can end the element that holds it, or begin another', () => {
  const hostile = '</script><script>alert(1)</script><!--\u2028$& $1 $`';
  const page = {
    shown: { view: 'table', title: hostile },
    records: { [hostile]: hostile },
  } as unknown as SavedPage;
  const written = pageWith(html, page);
  expect(written.match(/<\/?script/g)).toHaveLength(4);
  expect(written).not.toContain('<!--');
  const [, json = ''] = /robotics-data">(.*?)<\/script>/s.exec(written) ?? [];
  expect(JSON.parse(json)).toEqual(page);
});

it.each(['<html></html>', html + html])('refuses a view without one place for data', (view) => {
  expect(() => pageWith(view, { shown: {}, records: {} } as unknown as SavedPage)).toThrow(
    'no place for data',
  );
});
