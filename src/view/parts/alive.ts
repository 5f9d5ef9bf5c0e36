import { useLayoutEffect, useState } from 'preact/hooks';

/** False while the service makes the page and the browser takes it over, which have to be the same; then true. */
export function useAlive(): boolean {
  const [isAlive, setAlive] = useState(false);
  useLayoutEffect(() => setAlive(true), []);
  return isAlive;
}
