import type { OutgoingFile } from './host.ts';

/** An ordinary download of a page that is in no sandbox. */
export function downloadByPage({ name, mediaType, text }: OutgoingFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Calls back when the system turns light or dark. */
export function onSystemTheme(changed: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
}
