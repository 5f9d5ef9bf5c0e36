/**
 * Asks the questions of `test/reading/questions.json` and holds what each host hands its model against the whole answer,
 * fact by fact: `npm run check:reading`. Hosts whose habit nobody tells are taken to hand on both forms. Also says what
 * the list of tools and the answers cost, in tokens of o200k_base.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { LOCAL_USER } from '../src/lib/caller.ts';
import { hosts, lackingInData, lackingInText, leavesOf, questions } from '../test/reading/facts.ts';
import { openCatalogue, registryOver } from './bench/registry.ts';
import { renderSection } from './bench/section.ts';
import { median } from './harness/statistics.ts';

const catalogue = await openCatalogue();
const registry = registryOver(catalogue, 'all');
const sizeOf = (value: unknown) => countTokens(JSON.stringify(value));
const asking = questions.map(async ({ tool, arguments: args }) => {
  const {
    content,
    structuredContent: data,
    isError = false,
  } = JSON.parse((await registry.answer(tool, args, LOCAL_USER)).json);
  const { text } = content[0] as { readonly text: string };
  const lacks = { text: lackingInText(data, text), structured: lackingInData(data, text), both: [] };
  const tokens = {
    text: countTokens(text),
    structured: sizeOf(data),
    both: countTokens(text) + sizeOf(data),
  };
  return {
    tool,
    asked: `${tool} ${JSON.stringify(args)}`,
    isError,
    facts: leavesOf(data).length,
    lacks,
    tokens,
  };
});
const answers = await Promise.all(asking);
const rows = hosts.map(({ host, reads, refusals = reads }) => {
  const read = (isError: boolean) => (isError ? refusals : reads).replace('unknown', 'both') as 'both';
  return {
    host,
    reads: refusals === reads ? reads : `${reads}; refusals: ${refusals}`,
    facts: answers.reduce((sum, { facts }) => sum + facts, 0),
    lacking: answers.reduce((sum, { lacks, isError }) => sum + lacks[read(isError)].length, 0),
    'tokens, median': median(answers.map(({ tokens, isError }) => tokens[read(isError)])),
  };
});
console.log(renderSection({ title: `reading: ${questions.length} questions, ${hosts.length} hosts`, rows }));
const byTool = [...new Set(questions.map(({ tool }) => tool))].map((tool) => {
  const own = answers.filter((one) => one.tool === tool).map(({ tokens }) => tokens);
  const [text, structured] = [median(own.map((one) => one.text)), median(own.map((one) => one.structured))];
  return { tool, answers: own.length, text, structured, ratio: Number((structured / text).toFixed(2)) };
});
console.log(renderSection({ title: 'tokens of answers, median', rows: byTool }));
const list = registryOver(catalogue).definitions(LOCAL_USER);
const bare = list.map(({ outputSchema: _, ...tool }) => tool);
console.log(
  `tools/list: ${sizeOf({ tools: list })} tokens, ${sizeOf({ tools: bare })} without output schemas.`,
);
const lacks = answers.flatMap(({ asked, lacks: { text, structured } }) => [
  ...text.map(({ at, said }) => `text lacks ${at} ${said}: ${asked}`),
  ...structured.map(({ said }) => `structuredContent lacks ${said}: ${asked}`),
]);
for (const lack of lacks) console.error(lack);
if (lacks.length > 0) process.exitCode = 1;
catalogue.close();
