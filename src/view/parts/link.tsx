import type { ComponentChildren } from 'preact';
import { useSeat } from '../seat.ts';

/** A link to a page elsewhere, opened by the place that the view is in; only the text where it is no web address. */
export function Link({ url, children }: { readonly url: string; readonly children: ComponentChildren }) {
  const { host } = useSeat();
  if (!isWebAddress(url)) return <span>{children}</span>;
  const open = (event: MouseEvent) => {
    if (host.openLink(url)) event.preventDefault();
  };
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" onClick={open}>
      {children}
    </a>
  );
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
