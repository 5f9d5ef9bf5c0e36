import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { quoted, refuseCursor } from './product-server.ts';
import type { Service } from './service.ts';

/** Answers the requests for resources, prompts and completions from the service's surface. */
export function offerResources(server: Server, service: Service): void {
  server.setRequestHandler('resources/list', async ({ params }) => {
    refuseCursor(params?.cursor);
    const { listedResources } = await service.surface();
    return { resources: [...listedResources] };
  });
  server.setRequestHandler('resources/templates/list', async ({ params }) => {
    refuseCursor(params?.cursor);
    const { resourceTemplates } = await service.surface();
    return { resourceTemplates: [...resourceTemplates] };
  });
  server.setRequestHandler('resources/read', async ({ params }) => {
    const { readResource } = await service.surface();
    const found = await readResource(params.uri);
    if (found === undefined) throw noResource(params.uri);
    return found;
  });
}

export function offerPrompts(server: Server, service: Service): void {
  server.setRequestHandler('prompts/list', async ({ params }) => {
    refuseCursor(params?.cursor);
    const { prompts } = await service.surface();
    return {
      prompts: prompts.map(({ name, title, description, arguments: args }) => ({
        name,
        title,
        description,
        arguments: args.map((argument) => ({
          name: argument.name,
          description: argument.description,
          required: argument.required,
        })),
      })),
    };
  });
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const { promptText } = await service.surface();
    const text = promptText(params.name, params.arguments ?? {});
    if (typeof text !== 'string') throw new ProtocolError(ProtocolErrorCode.InvalidParams, text.problem);
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  server.setRequestHandler('completion/complete', async ({ params }) => {
    const { complete } = await service.surface();
    const completion = await complete(params.ref, params.argument);
    if (completion === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'ref names no prompt or resource template.');
    }
    return { completion: { ...completion } };
  });
}

function noResource(uri: string): ResourceNotFoundError {
  return new ResourceNotFoundError(
    uri,
    `There is no resource ${quoted(uri)}. resources/list and resources/templates/list show what can be read.`,
  );
}
