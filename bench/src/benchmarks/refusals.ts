import { createAgent } from '@cubo/agent';
import { type Benchmark, type Figure, figuresResult } from '../benchmark.ts';
import { badArguments, parseArguments } from '../command/index.ts';
import { openDataset } from '../datasets/index.ts';
import { withLibrary } from '../evaluation/with-library.ts';
import { reportUsage } from '../reporting/index.ts';

const usage = `npm run --silent bench -- refusals --data <folder> [--set lihua-world] ${reportUsage}`;
const mostAnswerable = 200;

/** How often the agent says of questions that the documents do not answer them: of those that they answer, and of others. */
export const benchmark: Benchmark = {
  summary: 'questions that the agent refuses with the extractive generator, of those with an answer and without',
  async run(args, output) {
    const given = parseArguments(args, { data: { type: 'string' }, set: { type: 'string' } }, usage);
    const { data, set = 'lihua-world' } = given;
    if (data === undefined) throw badArguments('The folder of the sets is missing.', usage);
    const dataset = await openDataset(data, set);
    const answerable = (await dataset.queries()).map(({ id, text }) => ({ id, text }));
    const judged = new Set(answerable.map(({ id }) => id));
    const unanswerable: { readonly id: string; readonly text: string }[] = [];
    for await (const { id, text, type } of dataset.questions()) {
      if (!judged.has(id) && type === 'Null') unanswerable.push({ id, text });
    }
    if (unanswerable.length === 0) throw badArguments(`The set ${set} has no question of the type Null.`, usage);
    const step = Math.max(1, answerable.length / mostAnswerable);
    const some = Array.from(
      { length: Math.min(mostAnswerable, answerable.length) },
      (_, i) => answerable[Math.floor(i * step)],
    );
    return withLibrary(dataset, {}, async ({ cubo }) => {
      const agent = createAgent({ cubo });
      const conversation = await agent.conversation();
      const share = async (questions: readonly ({ readonly text: string } | undefined)[]) => {
        let refused = 0;
        for (const question of questions) {
          const turn = await conversation.send(question?.text ?? '');
          if (turn.notices.some(({ notice }) => notice === 'not-in-documents')) refused++;
          conversation.rewind(0);
        }
        return refused / questions.length;
      };
      output.message(`${set}: asking ${unanswerable.length} and ${some.length} questions`);
      const figures: Figure[] = [
        { name: 'unanswerable', value: unanswerable.length, meaning: 'questions without an answer', digits: 0 },
        { name: 'refusedUnanswerable', value: await share(unanswerable), meaning: 'share of them refused', digits: 3 },
        { name: 'answerable', value: some.length, meaning: 'questions with an answer', digits: 0 },
        { name: 'refusedAnswerable', value: await share(some), meaning: 'share of them refused', digits: 3 },
      ];
      await agent.close();
      return figuresResult(figures);
    });
  },
};
