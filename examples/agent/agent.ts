import { rm } from 'node:fs/promises';
import { scriptedModel } from './scripted-model.ts';

await rm('./my-library', { recursive: true, force: true });
const generator = scriptedModel();

// #region tool
import { type AgentTool, defineTool, type StandardSchema } from '@cubo/agent';

// With Zod: z.object({ day: z.number().int() }), and no inputSchema.
const day: StandardSchema<{ day: number }> = {
  '~standard': {
    version: 1,
    vendor: 'example',
    validate(value) {
      const given = (value as { day?: unknown }).day;
      return typeof given === 'number'
        ? { value: { day: given } }
        : { issues: [{ message: 'must be a day of the month' }] };
    },
  },
};
const reminder: AgentTool = defineTool({
  name: 'rent_reminder',
  description: 'Reminds the user of the rent on a day of each month.',
  input: day,
  inputSchema: { type: 'object', properties: { day: { type: 'integer' } }, required: ['day'] },
  timeoutMilliseconds: 5000,
  execute: ({ day: chosen }) => ({ remindedOn: chosen }),
});

// #endregion

// #region use
import { createAgent } from '@cubo/agent';
import { createCubo } from '@cubo/core';

const cubo = await createCubo({ path: './my-library' });
await cubo.ingest('./documents', { categories: { '**': 'contracts' } });
const agent = createAgent({ cubo, generator, tools: [reminder] });
const conversation = await agent.conversation('case-42', { scope: { categories: ['contracts'] } });
for await (const event of conversation.send('Which notice period applies?')) {
  if (event.type === 'text') process.stdout.write(event.text);
  if (event.type === 'citation') console.log(`\n${event.support}:`, event.citations[0]?.quote);
}
// #endregion

// #region turn
const turn = await conversation.send('Remind me of the rent on the 3rd', { signal: AbortSignal.timeout(60_000) });
console.log(turn.answer, turn.finish, turn.calls[0]?.content);
// #endregion

// #region history
await conversation.edit(1, 'Remind me on the 3 of each month');
const branch = conversation.branch({ turns: 1 });
conversation.rewind(1);
console.log(branch.history().map(({ question }) => question));
const found = agent.conversations().search('notice period');
const markdown = agent.conversations().export('case-42', 'markdown');

// #endregion

// #region stream
import { toNdjson } from '@cubo/agent';

const lines: string[] = [];
for await (const line of toNdjson(conversation.send('Which notice period applies?'))) lines.push(line);
// A client that saw all but the last two comes back:
for await (const event of conversation.events({ after: lines.length - 2 })) console.log(event.type);
// #endregion

// #region attachment
const bytes = new TextEncoder().encode('# Offer\n\nThe kitchen costs 4200 euros.');
await conversation.send('What does the kitchen cost?', { attachments: [{ name: 'offer.md', bytes }] });
await conversation.keep(2, 'offer.md', { metadata: { category: 'offers' } });
// #endregion

const [first] = conversation.history();
if (first?.sentences[0]?.support !== 'supported') throw new Error('The answer does not rest on its passage.');
if (found.length === 0 || !markdown.includes('three months')) throw new Error('The conversation was not found.');
if ([...cubo.documents()].length !== 2) throw new Error('The attachment was not kept.');

// #region close
await agent.close();
await cubo.close();
// #endregion
