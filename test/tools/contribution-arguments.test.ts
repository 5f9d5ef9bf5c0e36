import { beforeAll, describe, expect, it } from 'vitest';
import { openSmall } from '../helpers/catalogue.ts';
import { type Tools, toolsOver } from '../helpers/tools.ts';

let tools: Tools;
beforeAll(async () => {
  tools = toolsOver(await openSmall());
});

const refusalOf = async (name: string, args: object) => (await tools.ask(name, args)).error;

describe('submit_publication', () => {
  it.each([
    [{}, 'One of arxiv_id and url is needed'],
    [{ arxiv_id: '2401.02117', url: 'https://arxiv.org/abs/2401.02117' }, 'not both'],
    [{ arxiv_id: '2413.02117' }, 'month 13'],
    [{ arxiv_id: '2401.021170' }, 'too many digits'],
    [{ arxiv_id: 'robots' }, 'no arXiv identifier'],
    [{ url: 'javascript:fetch("https://arxiv.org/abs/2401.02117")' }, 'not http(s)'],
    [{ url: 'file:///etc/passwd' }, 'not http(s)'],
    [{ url: 'ftp://arxiv.org/abs/2401.02117' }, 'not http(s)'],
    [{ url: 'data:text/html,2401.02117' }, 'not http(s)'],
    [{ url: 'http://localhost/paper' }, 'not on a public host'],
    [{ url: 'http://127.0.0.1/paper' }, 'not on a public host'],
    [{ url: 'http://2130706433/paper' }, 'not on a public host'],
    [{ url: 'http://0x7f.1/paper' }, 'not on a public host'],
    [{ url: 'http://169.254.169.254/latest/meta-data' }, 'not on a public host'],
    [{ url: 'http://[::1]/paper' }, 'not on a public host'],
    [{ url: 'http://[::ffff:10.0.0.1]/paper' }, 'not on a public host'],
    [{ url: 'http://router.local/paper' }, 'not on a public host'],
    [{ url: 'https://user:secret@example.org/paper' }, 'user name'],
    [{ url: 'https://example.org/\u202efdp.exe' }, 'do not show'],
    [{ url: 'https://exam\u200bple.org/paper' }, 'do not show'],
    [{ url: 'https://example.org/%zz' }, 'url has a % that no two hex digits follow'],
    [{ url: 'https://example.org/%' }, 'url has a %'],
    [{ url: 'https://example.org/a%2' }, 'url has a %'],
    [{ url: 'https://example.org/?q=%zz' }, 'url has a %'],
    [{ url: 'https://example.org/#%zz' }, 'url has a %'],
    [{ url: 'https://doi.org/10.1234/%zz' }, 'url has a %'],
    [{ url: 'https://%zz/' }, 'url has a %'],
    [{ url: 'https://[::1/' }, 'is no address'],
    [{ url: 'https://example.org:99999/' }, 'is no address'],
    [{ url: 'https://arxiv.org/abs/2413.02117' }, 'month 13'],
    [{ url: 'https://arxiv.org/list/cs.RO/recent' }, 'listing'],
    [{ url: `https://example.org/${'a'.repeat(100_000)}` }, 'at most 2000'],
    [{ arxiv_id: '2401.02117', note: 'n'.repeat(100_000) }, 'at most 1000'],
    [{ arxiv_id: '2401.02117', note: 'a\u0000b' }, 'control characters'],
  ])('%j', async (args, message) => {
    expect(await refusalOf('submit_publication', args)).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    'https://example.org/caf%e9',
    'https://example.org/%E0%A4%41',
    'https://doi.org/10.1234/%ff',
    'https://example.org/100%25',
  ])('takes the address %s, of whatever encoding its bytes are', async (url) => {
    expect((await tools.ask('submit_publication', { url })).structured.status).toBe('in_review');
  });

  it('takes a note of several lines', async () => {
    const note = 'First line\r\nsecond\tline';
    expect((await tools.ask('submit_publication', { arxiv_id: '2401.02117', note })).error).toBeUndefined();
  });
});

describe('report_error', () => {
  const report = { resource_type: 'robots', resource_id: 'unitree-g1', problem: 'Wrong.' };

  it.each([
    [{ resource_type: 'rockets' }, 'INVALID_ARGUMENT', 'does not know'],
    [{ resource_id: 'unitree-g11' }, 'NOT_FOUND', 'unitree-g1'],
    [{ field: 'weight' }, 'INVALID_ARGUMENT', 'no field weight'],
    [{ field: 'payload_kg' }, 'INVALID_ARGUMENT', 'Did you mean specs.payload_kg?'],
    [{ field: 'specs.mass' }, 'INVALID_ARGUMENT', 'Did you mean mass_kg?'],
    [{ field: 'specs.__proto__' }, 'INVALID_ARGUMENT', 'no field __proto__'],
    [{ field: 'name.length' }, 'INVALID_ARGUMENT', 'no field length'],
    [{ field: 'certifications[x]' }, 'INVALID_ARGUMENT', 'counted from 0'],
    [{ field: '...' }, 'INVALID_ARGUMENT', 'no field'],
    [{ evidence_url: 'javascript:alert(1)' }, 'INVALID_ARGUMENT', 'not http(s)'],
    [{ evidence_url: 'https://example.org/%zz' }, 'INVALID_ARGUMENT', 'evidence_url has a %'],
    [{ evidence_url: 'http://10.0.0.1/' }, 'INVALID_ARGUMENT', 'not on a public host'],
    [{ problem: '' }, 'INVALID_ARGUMENT', 'problem'],
    [{ problem: '\u200b\u202e' }, 'INVALID_ARGUMENT', 'problem'],
    [{ problem: 'p'.repeat(100_000) }, 'INVALID_ARGUMENT', 'at most 2000'],
    [{ suggested_value: { mass: 3 } }, 'INVALID_ARGUMENT', 'must be a text'],
  ])('%j', async (wrong, code, message) => {
    const refusal = await refusalOf('report_error', { ...report, ...wrong });
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it.each(['price.usd_min', 'specs.mass_kg', 'certifications[0].status', 'tags', 'manufacturer.name'])(
    'takes the field %s',
    async (field) => {
      expect((await tools.ask('report_error', { ...report, field })).structured.status).toBe('queued');
    },
  );
});
