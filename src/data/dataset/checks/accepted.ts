/**
 * Findings of the checks of plausibility that no page has mended yet, by check: the list may only shrink. A record that
 * is mended is taken from it, and no new one joins it.
 */
export const acceptedFindings: Readonly<Record<string, readonly string[]>> = {
  'shared-prices': [
    'robots.jsonl:automower-535-awd',
    'robots.jsonl:fairino-fr16',
    'robots.jsonl:narwal-flow',
    'robots.jsonl:roborock-saros-10r',
    'robots.jsonl:roomba-combo-j5',
    'robots.jsonl:shark-iq-rv1001ae',
  ],
  'drone-loads': [
    'robots.jsonl:acsl-pf2-cat3',
    'robots.jsonl:air-white-whale-w5000',
    'robots.jsonl:amazon-mk30',
    'robots.jsonl:ehang-eh216-s',
    'robots.jsonl:matternet-m2',
    'robots.jsonl:norinco-changying-8',
    'robots.jsonl:sony-airpeak',
  ],
};
