import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isKind, kindIndexes, kinds, recordSchemas } from '../../kinds/kinds.ts';
import { datasetUri, readUri, schemaUri } from '../../kinds/uris.ts';
import type { DataContext } from '../../tools/tool.ts';
import { describeDataset } from './dataset-resource.ts';

const mimeType = 'application/json';

/** What `resources/list` shows: the dataset and the schema of every kind. Records are reached by templates. */
export const listedResources: readonly Resource[] = [
  {
    uri: datasetUri,
    name: 'dataset',
    title: 'The dataset',
    description: 'Version, counts, licence, and the words that the searches know with their counts',
    mimeType,
  },
  ...kinds.map((kind) => ({
    uri: schemaUri(kind),
    name: `schema-${kind}`,
    title: `Schema of ${kind}`,
    description: `JSON Schema of a record of ${kind}`,
    mimeType,
  })),
];

/** What `resources/templates/list` shows. */
export const resourceTemplates: readonly ResourceTemplateType[] = [
  ...kinds.map((kind) => ({
    uriTemplate: `robotics://${kind}/{id}`,
    name: kind,
    title: kindIndexes[kind].label,
    description: 'The whole record with its sources, by id or alias',
    mimeType,
  })),
  {
    uriTemplate: 'robotics://schema/{kind}',
    name: 'schema',
    title: 'Schema of a kind',
    description: `JSON Schema of a record; kind is one of ${kinds.join(', ')}`,
    mimeType,
  },
];

/** Reads a resource; undefined if there is none at this address. */
export function readResource(uri: string, context: DataContext): ReadResourceResult | undefined {
  const content = contentOf(uri, context);
  if (content === undefined) return undefined;
  return { contents: [{ uri, mimeType, text: JSON.stringify(content) }] };
}

function contentOf(uri: string, { catalogue, contributions, history }: DataContext): object | undefined {
  const name = readUri(uri);
  if (name === undefined) return undefined;
  if (name.type === 'dataset') return describeDataset(catalogue, contributions.count, history);
  if (!isKind(name.kind)) return undefined;
  if (name.type === 'schema') return z.toJSONSchema(recordSchemas[name.kind], { io: 'output' });
  return catalogue.find(name.kind, name.id);
}
