import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle/bundle.ts';
import { bundledPackages, ENGINE, licenceText } from './bundle/packages.ts';
import { billOfMaterials, type Product } from './bundle/sbom.ts';
import { buildView } from './bundle/view.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist`;

/** Bundles the program, with the view, the database engine, the licences and the bill of materials beside it. */
async function buildCode(): Promise<void> {
  const product = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as Product;
  await mkdir(dist, { recursive: true });
  const inputs = await bundle({ root, outdir: dist, version: product.version });
  const view = await buildView(root);
  await writeFile(`${dist}/view.html`, view.html);
  await writeFile(`${dist}/skills.json`, JSON.stringify(await readSkills()));
  const packages = await bundledPackages(root, [...inputs, ...view.inputs, ENGINE]);
  const notice = await readFile(`${root}dataset/taxonomy/english.copyright.txt`, 'utf8');
  await writeFile(
    `${dist}/THIRD-PARTY-LICENSES.txt`,
    `${licenceText(packages)}\n${'-'.repeat(78)}\n\nSCOWL, of which the list of English words is made\n\n${notice}`,
  );
  await writeFile(`${dist}/sbom.cdx.json`, billOfMaterials(product, packages));
  await chmod(`${dist}/cli.js`, 0o755);
  await copyFile(`${root}${ENGINE}`, `${dist}/sql-wasm.wasm`);
}

/** The pages of `skills/` by name, which the program serves. */
async function readSkills(): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(`${root}skills`)).sort();
  const pages = names.map(async (name) => [name, await readFile(`${root}skills/${name}/SKILL.md`, 'utf8')]);
  return Object.fromEntries(await Promise.all(pages));
}

/** Builds the snapshot of the dataset in a process of its own, as `npm run build:dataset` does. */
function buildDataset(): void {
  const args = ['--import', 'tsx', `${root}scripts/build-dataset.ts`];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The dataset could not be built; the reason stands above.');
}

await buildCode();
if (!process.argv.includes('--code')) buildDataset();
