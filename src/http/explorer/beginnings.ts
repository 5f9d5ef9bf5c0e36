import type { Asked } from '../../tools/show/shape.ts';
import { addressOf, KINDS } from '../../view/files/address.ts';
import { escapeHtml } from '../page-parts.ts';
import type { Arguments } from './address.ts';

/** Search box and kinds; what was asked last stands in it. */
export function searchForm(asked?: Arguments): string {
  const search = (asked?.arguments ?? {}) as Arguments;
  const chosen = asked?.tool ?? KINDS[0][1];
  const options = KINDS.map(
    ([name, tool, label]) => `<option value="${name}"${tool === chosen ? ' selected' : ''}>${label}</option>`,
  );
  return `<form method="get" role="search">
<input type="search" name="q" value="${escapeHtml(String(search.query ?? ''))}" placeholder="quadruped under 20000 USD" aria-label="Search words" maxlength="500">
<select name="kind" aria-label="Kind">${options.join('')}</select> <button>Search</button>
</form>`;
}

/** Where one may begin; each is an address that can be shared. */
export function beginnings(): string {
  const links: readonly (readonly [string, Arguments])[] = [
    [
      'Compare Go2, Spot and ANYmal',
      { view: 'compare', ids: ['unitree-go2', 'boston-dynamics-spot', 'anybotics-anymal-d'] },
    ],
    [
      'Price against payload of quadrupeds',
      {
        view: 'chart',
        tool: 'search_robots',
        arguments: { category: 'quadruped' },
        x: 'payload_kg',
        y: 'price',
      },
    ],
    ['Papers by year', { view: 'chart', tool: 'search_publications', x: 'year' }],
    [
      'What a humanoid needs in the EU',
      { view: 'checklist', robot_category: 'humanoid', arguments: { scheme: 'EU' } },
    ],
  ];
  const items = links.map(
    ([label, asked]) => `<li><a href="${escapeHtml(addressOf(asked as Asked))}">${label}</a></li>`,
  );
  return `<ul>${items.join('\n')}</ul>`;
}
