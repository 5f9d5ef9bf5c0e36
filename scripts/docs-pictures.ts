/** Makes the pictures of the documentation from the built program and its data: `npm run docs:pictures`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BROWSER, Browser, type View } from '../test/helpers/browser.ts';
import { cleanUpAtExit, startHttpServer, stop } from './harness/processes.ts';

interface Picture {
  readonly name: string;
  /** Of the page at GET. */
  readonly asked: Readonly<Record<string, string>>;
  readonly width: number;
  /** In pixels; what is below it is left out. */
  readonly most: number;
  readonly scheme: View['scheme'];
  /** Done before the picture is taken. */
  readonly first?: string;
}

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const MOST_BYTES = 600_000;

const pictures: readonly Picture[] = [
  {
    name: 'compare',
    asked: {
      view: 'compare',
      ids: 'unitree-go2,boston-dynamics-spot,ghost-robotics-vision-60,anybotics-anymal-d',
    },
    width: 1000,
    most: 800,
    scheme: 'light',
  },
  {
    name: 'chart',
    asked: { view: 'chart', tool: 'search_robots', x: 'payload_kg', y: 'price', by: 'category' },
    width: 1000,
    most: 760,
    scheme: 'dark',
  },
  {
    name: 'table',
    asked: { view: 'table', tool: 'search_robots', arguments: '{"category":"humanoid","sort":"price_asc"}' },
    width: 1000,
    most: 720,
    scheme: 'light',
  },
  {
    name: 'checklist',
    asked: { view: 'checklist', robot: 'unitree-g1', features: 'wifi' },
    width: 1000,
    most: 800,
    scheme: 'light',
    first: `document.querySelectorAll('.requirement > .top input').forEach((box, index) => { if (index < 3) box.click(); })`,
  },
  {
    name: 'compare-narrow',
    asked: { view: 'compare', ids: 'unitree-go2,boston-dynamics-spot' },
    width: 360,
    most: 800,
    scheme: 'dark',
  },
];

async function take(browser: Browser, url: string, picture: Picture): Promise<Buffer> {
  const { asked, width, scheme, most, first } = picture;
  const address = `${url}?${new URLSearchParams(asked)}`;
  const view = { width, scheme };
  const measured = await browser.open(address, { ...view, height: most });
  await measured.until(`document.querySelector('.exports') !== null`);
  const height = await measured.evaluate<number>('document.documentElement.scrollHeight');
  await measured.close();
  // As high as the page, it has no scroll bar.
  const page = await browser.open(address, { ...view, height: height + 40 });
  await page.until(`document.querySelector('.exports') !== null`);
  if (first !== undefined) await page.evaluate(first);
  await page.evaluate(
    `document.body.style.cssText = 'height: ${Math.min(height, most)}px; overflow: hidden; min-height: 0'; document.activeElement?.blur()`,
  );
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  );
  const png = await page.screenshot({ width, height: Math.min(height, most) });
  await page.close();
  return png;
}

if (BROWSER === undefined) throw new Error('There is no Chromium: install one, or say where in CHROME_PATH.');
cleanUpAtExit();
await mkdir(folder, { recursive: true });
const { child, url } = await startHttpServer();
const browser = new Browser(BROWSER);
let bytes = 0;
for (const picture of pictures) {
  const png = await take(browser, url, picture);
  await writeFile(`${folder}${picture.name}.png`, png);
  console.log(`${picture.name}.png: ${png.byteLength} bytes`);
  bytes += png.byteLength;
}
await browser.close();
await stop(child);
if (bytes > MOST_BYTES)
  throw new Error(`The pictures have ${bytes} bytes; at most ${MOST_BYTES} are wanted.`);
