import envPaths from 'env-paths';

/** The platform's own place for the data of a user's programs. */
export function platformDirectory(): string {
  return envPaths('robotics-mcp', { suffix: '' }).data;
}
