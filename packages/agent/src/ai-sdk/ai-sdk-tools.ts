import { randomUUID } from 'node:crypto';
import {
  assertKnownOptions,
  badArgument,
  isTimeZone,
  type JsonSchema,
  type KnownOptions,
  systemClock,
} from '@cubo/contracts';
import { fencePassages } from '@cubo/core';
import { createPassageBook } from '../citations/passage-book.ts';
import { promptBudget } from '../memory/count-tokens.ts';
import { loadPrompts } from '../prompts/load-prompts.ts';
import { plainScope } from '../scope/agent-scope.ts';
import { scopedLibrary } from '../scope/scoped-library.ts';
import { withinScope } from '../scope/turn-scope.ts';
import type { AgentTool, ToolContext } from '../tools/agent-tool.ts';
import { assertTools, generationTool } from '../tools/assert-tools.ts';
import { calculatorTool } from '../tools/calculator/calculator-tool.ts';
import { callTool } from '../tools/call-tool.ts';
import { currentTimeTool } from '../tools/current-time-tool.ts';
import { libraryTools } from '../tools/library-tools.ts';
import { issueText, type SchemaResult } from '../tools/standard-schema.ts';
import { writeText } from '../turn/write-text.ts';
import type { AiSdkToolsOptions } from './ai-sdk-tools-options.ts';

/** A tool as the AI SDK takes it, from version 5 on. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: AiSdkInputSchema;
  /**
   * Does the work, and gives the text for the model.
   *
   * @throws Error that tells the model what was wrong, and the reason of the signal when it is aborted
   */
  execute(input: unknown, options: AiSdkCallOptions): Promise<string>;
}

/** What of the options of a call is used. */
export interface AiSdkCallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** Schema of a tool's input: a Standard Schema that tells itself as JSON Schema, and in the AI SDK's own form too. */
export interface AiSdkInputSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Checks an input, and gives what it stands for. */
    readonly validate: (value: unknown) => SchemaResult<unknown> | Promise<SchemaResult<unknown>>;
    readonly jsonSchema: {
      /** What a model is told of the input. */
      readonly input: () => Record<string, unknown>;
      /** The same. */
      readonly output: () => Record<string, unknown>;
    };
  };
  /** For versions of the AI SDK that know no Standard Schema beside Zod's. */
  readonly jsonSchema: JsonSchema;
  /** Checks an input, and gives it as it is. */
  readonly validate: (value: unknown) => Promise<AiSdkValidation>;
}

/** What came of checking an input, in the AI SDK's own form. */
export type AiSdkValidation =
  | { readonly success: true; readonly value: unknown }
  | { readonly success: false; readonly error: Error };

const options: KnownOptions<AiSdkToolsOptions> = {
  cubo: true,
  generator: true,
  scope: true,
  tools: true,
  roomTokens: true,
  timeZone: true,
  onSource: true,
};

/** Tools that have a generator write. */
const writingTools = ['analyze_document', 'compare_documents'];

/** By this the AI SDK knows a schema of its own form. */
const schemaMark = Symbol.for('vercel.ai.schema');

/**
 * The agent's tools for `generateText` and `streamText` of the AI SDK, which need not be installed here: search, list and read
 * documents, calculate, tell the time, and with a generator analyze and compare whole documents. Make them anew for each conversation: passages are numbered in the order in which its
 * model is shown them.
 *
 * ```ts
 * const tools = aiSdkTools({ cubo, scope: { categories: ['contracts'] } });
 * const { text } = await generateText({ model, tools, prompt, stopWhen: stepCountIs(6) });
 * ```
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function aiSdkTools(given: AiSdkToolsOptions): Readonly<Record<string, AiSdkTool>> {
  assertKnownOptions('aiSdkTools()', given, options);
  const { cubo, tools = [], roomTokens = 4000, onSource } = given ?? {};
  if (typeof cubo?.holdGenerator !== 'function') {
    throw badArgument('The option cubo is no knowledge base.', 'Pass what createCubo() gives.');
  }
  const timeZone = given.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!Number.isSafeInteger(roomTokens) || roomTokens <= 0) {
    throw badArgument(`The option roomTokens is ${String(roomTokens)}.`, 'Pass a whole number above 0.');
  }
  if (!isTimeZone(timeZone)) throw badArgument(`There is no time zone ${timeZone}.`, 'Names are like Europe/Berlin.');
  const scope = plainScope(given.scope ?? {});
  cubo.documents({ scope });
  const conversation = randomUUID();
  const library = scopedLibrary(cubo);
  const generator = cubo.holdGenerator(given.generator);
  // Nobody is told what these tools take.
  const usage = { inputTokens: 0, outputTokens: 0, requests: 0 };
  const promptTokens = promptBudget(generator, undefined);
  const prompts = loadPrompts(undefined);
  const book = createPassageBook({ passages: [], last: 0 }, ({ kind: _, heading: __, context: ___, ...source }) =>
    onSource?.(source),
  );

  const own = (signal?: AbortSignal): AgentTool[] => {
    const reading = libraryTools({
      ...{ book, prompts, promptTokens },
      retrieve: (query, { limit, scope: narrower }) =>
        library.search(query, { limit, scope: narrower, syntax: 'plain', signal }),
      write: (prompt, toolSignal) => writeText({ generator, usage }, prompt, toolSignal),
    });
    return [
      ...reading.filter(({ name }) => given.generator !== undefined || !writingTools.includes(name)),
      calculatorTool(),
      currentTimeTool({ clock: systemClock, timeZone }),
    ];
  };
  assertTools(
    tools,
    own().map(({ name }) => name),
  );

  function show(passages: Parameters<ToolContext['show']>[0]): string {
    const numbered = book.number(passages);
    book.show(numbered);
    return fencePassages(numbered);
  }

  async function execute(name: string, input: unknown, { toolCallId, abortSignal }: AiSdkCallOptions): Promise<string> {
    const signal = abortSignal ?? new AbortController().signal;
    const tool = [...own(signal), ...tools].find((one) => one.name === name);
    const context: ToolContext = { signal, conversation, scope, library, roomTokens, show };
    const call = { id: toolCallId, name, input };
    const { outcome, content } = await withinScope(scope, () => callTool(tool, call, context));
    // The AI SDK tells the model of what is thrown, as of an error.
    if (outcome !== 'done') throw new Error(content.replace(/^Error: /, ''));
    return content;
  }

  return Object.fromEntries(
    [...own(), ...tools].map((tool): [string, AiSdkTool] => {
      const { name, description, inputSchema } = generationTool(tool);
      const work: AiSdkTool['execute'] = (input, callOptions) => execute(name, input, callOptions);
      return [name, { description, inputSchema: schemaOf(tool, inputSchema), execute: work }];
    }),
  );
}

function schemaOf({ input }: AgentTool, jsonSchema: JsonSchema): AiSdkInputSchema {
  const { validate } = input['~standard'];
  const schema: AiSdkInputSchema = {
    '~standard': {
      // What `vendor: 'zod'` says is read from Zod's own schema, which this is not.
      ...{ version: 1, vendor: 'cubo', validate },
      jsonSchema: { input: () => ({ ...jsonSchema }), output: () => ({ ...jsonSchema }) },
    },
    jsonSchema,
    async validate(value) {
      const { issues } = await validate(value);
      // The tool makes of it what the schema stands for: it is given what the model has written.
      if (issues === undefined) return { success: true, value };
      return { success: false, error: new Error(issueText(issues)) };
    },
  };
  return Object.assign(schema, { [schemaMark]: true, _type: undefined });
}
