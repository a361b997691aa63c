import {
  badArgument,
  type PassageExpansion,
  type QuerySyntax,
  type SearchMode,
  type SearchOptions,
} from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';
import { assertFeedback } from './assert-feedback.ts';
import { assertScope } from './assert-scope.ts';

const modes: readonly string[] = ['hybrid', 'sparse', 'dense'] satisfies SearchMode[];
const syntaxes: readonly string[] = ['operators', 'plain'] satisfies QuerySyntax[];
const expansions: readonly string[] = ['none', 'neighbours', 'section'] satisfies PassageExpansion[];

/** Refuses a query or options that make no sense. */
export function assertSearchArguments(query: unknown, options: SearchOptions): void {
  const { limit, mode, syntax, scope, feedback, rerank, diversity, expand, nearDuplicates, explain } = options;
  if (typeof query !== 'string') throw badArgument('The query is not a text.', 'Pass the question as a string.');
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 0)) {
    throw badArgument(`The limit ${describeValue(limit)} is not a number of hits.`, 'Pass a whole number from 0 up.');
  }
  if (mode !== undefined && !modes.includes(mode)) {
    throw badArgument(`There is no search mode ${describeValue(mode)}.`, `Use one of ${modes.join(', ')}.`);
  }
  if (syntax !== undefined && !syntaxes.includes(syntax)) {
    throw badArgument(
      `The option syntax is ${describeValue(syntax)}.`,
      'Use "operators" to have signs and quotes read, "plain" to take them for text.',
    );
  }
  if (rerank !== undefined && typeof rerank !== 'boolean') {
    throw badArgument(`The option rerank is ${describeValue(rerank)}.`, 'Pass true or false.');
  }
  if (diversity !== undefined && !(typeof diversity === 'number' && diversity >= 0 && diversity <= 1)) {
    throw badArgument(
      `The option diversity is ${describeValue(diversity)}.`,
      'Pass a number from 0, relevance alone, to 1, being unlike alone.',
    );
  }
  if (expand !== undefined && !expansions.includes(expand)) {
    throw badArgument(`The option expand is ${describeValue(expand)}.`, `Use one of ${expansions.join(', ')}.`);
  }
  if (nearDuplicates !== undefined && nearDuplicates !== 'fold' && nearDuplicates !== 'list') {
    throw badArgument(
      `The option nearDuplicates is ${describeValue(nearDuplicates)}.`,
      'Use "fold" to have one hit for all of them, "list" to have each.',
    );
  }
  if (explain !== undefined && typeof explain !== 'boolean') {
    throw badArgument(`The option explain is ${describeValue(explain)}.`, 'Pass true or false.');
  }
  assertFeedback(feedback);
  assertScope(scope);
}
