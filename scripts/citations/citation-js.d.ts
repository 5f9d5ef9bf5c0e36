declare module '@citation-js/core' {
  export class Cite {
    constructor(items: unknown, options?: object);
    format(kind: 'bibliography', options: object): string;
  }
  export const plugins: { readonly input: { chain(given: unknown, options: object): readonly object[] } };
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-csl';
declare module '@citation-js/plugin-ris';
