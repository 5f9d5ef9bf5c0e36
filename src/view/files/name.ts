/** A name for a file that every system takes: `price-against-payload.csv`. */
export function fileName(title: string, ending: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${words.join('-').slice(0, 60).replace(/-$/, '') || 'robotics'}.${ending}`;
}
