/** A call worth showing for each tool. Whoever adds a tool adds its example: the reference is not made without. */
export const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  search_robots: { category: 'quadruped', specs: { payload_kg: { min: 10 } }, limit: 2 },
  search_publications: { topic: 'grasping', from: '2025', limit: 2 },
  get_certification_info: { robot_category: 'home_cleaning', features: ['wifi', 'lidar-laser'], limit: 3 },
  submit_publication: { arxiv_id: '2604.07395' },
  report_error: {
    resource_type: 'robots',
    resource_id: 'unitree-b2',
    field: 'specs.mass_kg',
    problem: 'The mass leaves the battery out.',
    evidence_url: 'https://example.org/datasheet',
  },
  search_startups: { focus: 'humanoids', country: 'EU', sort: 'funding_desc', limit: 2 },
  get_latest_news: { topic: 'funding', limit: 2 },
  get_open_challenges: { kind: 'competition', limit: 2 },
  search_manufacturers: { capability: 'actuators', country: 'DE', limit: 2 },
};
