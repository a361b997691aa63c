import { objectSchema } from '../parameters/parameter-schema.ts';
import type { ScopedLibrary } from '../scope/scoped-library.ts';
import { outputs } from './output-schemas.ts';
import type { CuboTool } from './tool.ts';
import { withTurns } from './with-turns.ts';

/** Tells what can be asked. */
export function statusTool(library: ScopedLibrary): CuboTool {
  return {
    name: 'status',
    title: 'What the library holds',
    description: 'Tells how many documents and passages can be searched, how far indexing is, and what writes answers.',
    parameters: {},
    required: [],
    output: objectSchema(
      {
        documents: outputs.count,
        passages: outputs.count,
        meaningCoverage: {
          ...outputs.number,
          description: 'The share of passages that are found by meaning too, 0 to 1.',
        },
        isIngesting: { ...outputs.flag, description: 'Whether documents are being added or renewed just now.' },
        generator: { ...outputs.text, description: 'What writes answers; extractive: sentences of the documents.' },
        isRestricted: { ...outputs.flag, description: 'Whether only a part of the library may be seen here.' },
      },
      ['documents', 'passages', 'meaningCoverage', 'isIngesting', 'generator', 'isRestricted'],
    ),
    async run(_given, { signal }) {
      const status = await library.cubo.status();
      const { isRestricted } = library;
      const { documents, passages } = isRestricted
        ? await countVisible(library, signal)
        : { documents: status.documents, passages: status.chunks };
      const meaningCoverage = status.dense?.coverage ?? 0;
      const isIngesting = status.jobs.some(({ state }) => state === 'running');
      const { generator } = status;
      return {
        structured: { documents, passages, meaningCoverage, isIngesting, generator, isRestricted },
        blocks: [
          [
            `${documents} documents, ${passages} passages${isRestricted ? ' (a part of the library)' : ''}`,
            `${Math.round(meaningCoverage * 100)} % of the passages are found by meaning too`,
            isIngesting ? 'documents are being added just now' : 'nothing is being added just now',
            `answers are written by: ${generator}`,
          ].join('\n'),
        ],
      };
    },
  };
}

/** What lies beyond the scope is not counted: numbers tell something too. */
async function countVisible(
  library: ScopedLibrary,
  signal: AbortSignal,
): Promise<{ documents: number; passages: number }> {
  let documents = 0;
  let passages = 0;
  for await (const { document } of withTurns(library.documents({}), signal)) {
    documents += 1;
    passages += document.chunks;
  }
  return { documents, passages };
}
