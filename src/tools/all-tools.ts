import { kindIndexes, kinds } from '../kinds/kinds.ts';
import { defineSearch } from './define-search.ts';
import { getCertificationInfo } from './get-certification-info.ts';
import { getLatestNews } from './get-latest-news.ts';
import { getOpenChallenges } from './get-open-challenges.ts';
import { reportError } from './report-error.ts';
import { searchPublications } from './search-publications.ts';
import { searchRobots } from './search-robots.ts';
import { searchStartups } from './search-startups.ts';
import { showOver } from './show/show.ts';
import { submitPublication } from './submit-publication.ts';
import { submitRobot } from './submit-robot.ts';
import { submitStartup } from './submit-startup.ts';
import type { Tool } from './tool.ts';

/** The searches that are defined entirely by their kinds. */
const searchesOfKinds = kinds.flatMap((kind) => {
  const { search } = kindIndexes[kind];
  return search === undefined ? [] : [defineSearch(kind, search)];
});

/** Every tool there is, in the order in which they are listed. */
export const allTools: readonly Tool[] = [
  searchRobots,
  searchPublications,
  getCertificationInfo,
  submitPublication,
  reportError,
  searchStartups,
  getLatestNews,
  getOpenChallenges,
  ...searchesOfKinds,
  showOver(() => allTools),
  submitRobot,
  submitStartup,
] as unknown as readonly Tool[];

/** What is offered unless told otherwise. */
export const defaultTools: readonly Tool[] = allTools.filter((tool) => tool.needsAuthentication !== true);

/** Exactly the five tools of the hosted service's current interface. */
export const betaTools: readonly Tool[] = allTools.filter((tool) => !tool.announced);
