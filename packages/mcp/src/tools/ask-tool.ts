import type { Answer, Citation } from '@cubo/contracts';
import { citationLabel, placeLabel } from '@cubo/core';
import { objectSchema, type ParameterSchemas } from '../parameters/parameter-schema.ts';
import type { ScopedLibrary } from '../scope/scoped-library.ts';
import { listOf, outputs } from './output-schemas.ts';
import { askedScope, type ScopeArguments, scopeParameters } from './scope-parameters.ts';
import { type CuboTool, type ToolCall, textIsData } from './tool.ts';

interface AskArguments extends ScopeArguments {
  readonly question: string;
  readonly limit?: number;
}

const parameters: ParameterSchemas<AskArguments> = {
  question: { type: 'string', minLength: 1, description: 'The question, as one would ask a person.' },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 50,
    default: 7,
    description: 'The most passages that the answer may rest on. Default 7.',
  },
  ...scopeParameters,
};

/** Answers a question with citations. */
export function askTool(library: ScopedLibrary): CuboTool {
  return {
    name: 'ask',
    title: 'Ask the documents',
    description: `Answers a question from the user's documents and cites, by numbers in brackets, the places it rests on. Says so where they do not answer it. ${textIsData}`,
    parameters,
    required: ['question'],
    output: objectSchema(
      {
        text: { ...outputs.text, description: 'The answer; [1] cites the citation of number 1.' },
        citations: listOf(
          objectSchema(
            {
              number: { type: 'integer', minimum: 1 },
              source: outputs.source,
              title: outputs.text,
              place: outputs.place,
              locator: outputs.locator,
              quote: { ...outputs.text, description: 'Words of the document, to the letter.' },
            },
            ['number', 'source', 'place', 'locator', 'quote'],
          ),
        ),
        generator: {
          ...outputs.text,
          description: 'What wrote it; extractive: sentences of the documents; none: they hardly answer it.',
        },
        confidence: { ...outputs.number, description: 'How likely a passage answers the question, 0 to 1.' },
        isCutOff: { ...outputs.flag, description: 'Whether the generator reached its limit.' },
      },
      ['text', 'citations', 'generator', 'isCutOff'],
    ),
    async run(given, call) {
      const { question, limit, ...scope } = given as unknown as AskArguments;
      const steps = library.cubo.ask(question, {
        limit,
        scope: library.within(askedScope(scope)),
        signal: call.signal,
      });
      const answer = await follow(steps, call);
      const { text, citations, generator, confidence, finish } = answer;
      return {
        structured: {
          text,
          citations: citations.map(shownCitation),
          generator,
          confidence,
          isCutOff: finish === 'length',
        },
        blocks: [text, ...citations.map(citationText)],
      };
    },
  };
}

async function follow(steps: ReturnType<ScopedLibrary['cubo']['ask']>, call: ToolCall): Promise<Answer> {
  let isWriting = false;
  for await (const step of steps) {
    if (step.type === 'passages') {
      call.tell({ progress: 1, total: 3, message: `${step.hits.length} passages were found` });
    } else if (step.type === 'text' && !isWriting) {
      isWriting = true;
      call.tell({ progress: 2, total: 3, message: 'The answer is being written' });
    } else if (step.type === 'done') {
      call.tell({ progress: 3, total: 3, message: 'The answer is complete' });
    }
  }
  return steps;
}

function shownCitation({ number, source, title, locator, quote }: Citation) {
  return { number, source, title, place: placeLabel(locator), locator, quote };
}

function citationText({ number, source, locator, quote }: Citation): string {
  const range = `characters ${locator.start}–${locator.end} of ${source}`;
  return `[${number}] ${citationLabel(source, locator)} (${range})\n\n${quote}`;
}
