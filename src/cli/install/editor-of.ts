import type { Client } from './clients.ts';
import type { Editor } from './edit.ts';

/** Parsers are loaded when they are needed: a server needs none. */
export async function editorOf({ format }: Client): Promise<Editor> {
  if (format === 'toml') return (await import('./edit-toml.ts')).tomlEditor;
  return (await import('./edit-json.ts')).jsonEditor;
}
