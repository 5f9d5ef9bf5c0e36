import type { Identity } from './identity.ts';

/** Nobody's, for what is made once there is an owner. */
export const trialIdentity = {
  npm: 'robotics-mcp',
  repository: 'https://robotics.example/repository',
  namespace: 'example.robotics',
  homepage: 'https://robotics.example/',
  author: { name: 'Author on trial', email: 'author@robotics.example' },
  support: 'https://robotics.example/support',
  privacy: 'https://robotics.example/privacy',
  terms: 'https://robotics.example/terms',
  icon: 'https://robotics.example/icon.png',
} as const satisfies Identity;
