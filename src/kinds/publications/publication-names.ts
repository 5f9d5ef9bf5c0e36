/** The page of a paper on arXiv. */
export function arxivPage(arxivId: string): string {
  return `https://arxiv.org/abs/${arxivId}`;
}

/** The aliases that follow from a paper's identifiers: the arXiv id, then the DOI in small letters. */
export function identifierAliases(arxivId: string | undefined, doi: string | undefined): string[] {
  return [arxivId, doi?.toLowerCase()].filter((alias) => alias !== undefined);
}
