import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { lazily } from '../lib/lazily.ts';
import { programPlace } from '../lib/program.ts';

const mimeType = 'text/markdown';

/** A skill as `skills/list` shows it (SEP-2640): its page is its only file. */
export interface Skill {
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string };
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

interface Page {
  readonly skill: Skill;
  readonly text: string;
}

const pages = lazily((): ReadonlyMap<string, Page> => {
  const texts = JSON.parse(readFileSync(programPlace().skills, 'utf8')) as Readonly<Record<string, string>>;
  return new Map(Object.values(texts).map((text) => [skillOf(text).uri, { skill: skillOf(text), text }]));
});

function skillOf(text: string): Skill {
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const read = (field: string) => new RegExp(`^${field}: (.+)$`, 'm').exec(head)?.[1] ?? '';
  const [name, description] = [read('name'), read('description')];
  const uri = `skill://${name}/SKILL.md`;
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  return {
    uri,
    frontmatter: { name, description },
    resources: [{ uri, digest, size: Buffer.byteLength(text) }],
  };
}

/** Every skill, in the order of their names. */
export function allSkills(): readonly Skill[] {
  return [...pages().values()].map(({ skill }) => skill);
}

/** The skill whose page is at this address. */
export function skillAt(uri: string): Skill | undefined {
  return pages().get(uri)?.skill;
}

/** The pages of skills as `resources/list` shows them. */
export function listedSkills(): readonly Resource[] {
  return allSkills().map(({ uri, frontmatter }) => ({ uri, ...frontmatter, mimeType }));
}

/** True for an address that belongs to skills. */
export function isSkillUri(uri: string): boolean {
  return uri.startsWith('skill://');
}

/** Reads the page of a skill; undefined if there is none at this address. */
export function readSkill(uri: string): ReadResourceResult | undefined {
  const page = pages().get(uri);
  return page && { contents: [{ uri, mimeType, text: page.text }] };
}
