import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, it } from 'vitest';
import { type BundledPackage, bundledPackages } from '../../scripts/bundle/packages.ts';
import { billOfMaterials } from '../../scripts/bundle/sbom.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const product = { name: 'robotics-mcp', version: '1.2.3', license: 'MIT' };
const ajv = { name: 'ajv', version: '8.0.0', license: 'MIT', text: '', sha512: 'a'.repeat(128) };
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);

interface Bill {
  readonly metadata: { readonly component: { readonly version: string } };
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[];
}

describe('the bill of materials', () => {
  it('of the built program is CycloneDX, and names what the licences name', async () => {
    const text = await readFile(`${root}dist/sbom.cdx.json`, 'utf8');
    expect(await validator.validate(text)).toBeNull();
    const { components } = JSON.parse(text) as Bill;
    const named = components.map(({ name, version }) => `${name} ${version}`).sort();
    const licences = await readFile(`${root}dist/THIRD-PARTY-LICENSES.txt`, 'utf8');
    const headings = [...licences.matchAll(/(?:^|-{78}\n\n)(\S+ \S+) \([^)]+\)\n/g)].map(
      ([, found]) => found,
    );
    expect(named).toEqual(headings.sort());
    expect(named.map((one) => one.split(' ')[0])).toEqual(
      expect.arrayContaining(['sql.js', 'zod', 'preact']),
    );
  });

  it('is CycloneDX with a scope, an expression of licences and a runtime too, and the same each time', async () => {
    const scoped: BundledPackage = { ...ajv, name: '@scope/name', license: '(MIT OR Apache-2.0)' };
    const node = { version: '26.10.0', sha256: 'b'.repeat(64) };
    const bill = () => billOfMaterials({ ...product, sha256: 'c'.repeat(64) }, [scoped, ajv], node);
    expect(await validator.validate(bill())).toBeNull();
    expect(bill()).toBe(bill());
    const { components } = JSON.parse(bill()) as Bill;
    expect(components.map(({ purl }) => purl).sort()).toEqual([
      'pkg:generic/node@26.10.0',
      'pkg:npm/%40scope/name@8.0.0',
      'pkg:npm/ajv@8.0.0',
    ]);
  });

  it('names a package once, however often it is installed, and with the digest that is pinned', async () => {
    const inputs = ['src/main.ts', 'node_modules/zod/index.js', 'node_modules/zod/v4/index.js'];
    const packages = await bundledPackages(root, inputs);
    expect(packages.map(({ name }) => name)).toEqual(['zod']);
    const lock = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8')) as {
      packages: Record<string, { integrity: string }>;
    };
    const pinned = lock.packages['node_modules/zod']?.integrity.replace('sha512-', '') ?? '';
    expect(Buffer.from(packages[0]?.sha512 ?? '', 'hex').toString('base64')).toBe(pinned);
  });

  it('is refused for a package that the lock file does not pin', async () => {
    await expect(bundledPackages(root, ['node_modules/nobody/index.js'])).rejects.toThrow();
  });
});
