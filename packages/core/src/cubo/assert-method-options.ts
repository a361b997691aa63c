import {
  type AskOptions,
  assertKnownOptions,
  badArgument,
  type KnownOptions,
  type SearchOptions,
} from '@cubo/contracts';
import type { WebPageOptions } from '@cubo/ingest';
import { describeValue } from '../arguments/describe-value.ts';
import type { EventsOptions } from '../events/cubo-event.ts';
import type { IngestRules } from '../ingest/ingest-rules.ts';
import type { IngestOptions, ResumeOptions } from '../ingest/ingest-runner.ts';
import type { MigrateOptions } from '../migration/migration-event.ts';
import type { EmbedTextsOptions } from '../search/embed-texts.ts';
import type { NearDuplicatesOptions } from '../search/find-near-duplicates.ts';
import type { PlanOptions } from '../sync/plan-ingest.ts';
import type { WatchOptions } from '../sync/watch-options.ts';
import type { CompactOptions } from './compact-library.ts';
import type { DocumentsOptions } from './cubo.ts';
import type { DoctorOptions } from './doctor.ts';
import type { EraseOptions } from './erase-document.ts';
import type { ExtractOptions } from './extract-document.ts';
import type { LabelOptions } from './label-document.ts';
import type { ReadOptions } from './read-document.ts';

const rules: KnownOptions<IngestRules> = {
  include: true,
  exclude: true,
  gitignore: true,
  metadata: true,
  categories: true,
  allowEmpty: true,
};
const resume: KnownOptions<ResumeOptions> = { passwords: true, signal: true };
const ingest: KnownOptions<IngestOptions> = { ...rules, ...resume };
const plan: KnownOptions<PlanOptions> = { ...rules, signal: true };
const watch: KnownOptions<WatchOptions> = { ...ingest, debounceMilliseconds: true, polling: true };
const search: KnownOptions<SearchOptions> = {
  limit: true,
  scope: true,
  mode: true,
  syntax: true,
  feedback: true,
  rewrite: true,
  rerank: true,
  diversity: true,
  expand: true,
  nearDuplicates: true,
  explain: true,
  signal: true,
};
const ask: KnownOptions<AskOptions> = {
  limit: true,
  scope: true,
  syntax: true,
  feedback: true,
  rewrite: true,
  diversity: true,
  expand: true,
  generator: true,
  leastConfidence: true,
  signal: true,
};
const embed: KnownOptions<EmbedTextsOptions> = { signal: true };
const read: KnownOptions<ReadOptions> = { signal: true };
const extract: KnownOptions<ExtractOptions> = {
  passwords: true,
  maximumCharacters: true,
  maximumBytes: true,
  signal: true,
};
const webPage: KnownOptions<WebPageOptions> = { title: true, metadata: true, signal: true };
const erase: KnownOptions<EraseOptions> = { allNames: true, signal: true };
const label: KnownOptions<LabelOptions> = { replace: true };
const compact: KnownOptions<CompactOptions> = { signal: true };
const nearDuplicates: KnownOptions<NearDuplicatesOptions> = { scope: true, signal: true };
const documents: KnownOptions<DocumentsOptions> = { scope: true };
const events: KnownOptions<EventsOptions> = { signal: true };
const migrate: KnownOptions<MigrateOptions> = { signal: true };
const doctor: KnownOptions<DoctorOptions> = { repair: true, signal: true };

const methods = {
  ingest,
  resume,
  plan,
  watch,
  search,
  ask,
  embed,
  read,
  extract,
  webPage,
  erase,
  label,
  compact,
  nearDuplicates,
  documents,
  events,
  doctor,
  migrate,
};

/**
 * Refuses options that a method of the knowledge base does not have, and those that several have where they make no sense.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertMethodOptions(method: keyof typeof methods, options: unknown): void {
  assertKnownOptions(`${method}()`, options, methods[method]);
  const { signal, passwords, allNames } = (options ?? {}) as Partial<
    Record<'signal' | 'passwords' | 'allNames', unknown>
  >;
  if (allNames !== undefined && typeof allNames !== 'boolean') {
    throw badArgument(`The option allNames is ${describeValue(allNames)}.`, 'Pass true or false.');
  }
  if (signal !== undefined && !isSignal(signal)) {
    throw badArgument(
      `The option signal of ${method}() is ${describeValue(signal)}, not an AbortSignal.`,
      'Pass the signal of an AbortController.',
    );
  }
  if (passwords === undefined) return;
  if (Array.isArray(passwords) && passwords.every((password) => typeof password === 'string')) return;
  // It may be a password: it is not repeated.
  throw badArgument(`The option passwords of ${method}() is no list of texts.`, "Pass a list, as in ['secret'].");
}

/** The signal of options that are not checked yet, if it is one. */
export function signalOf(options: unknown): AbortSignal | undefined {
  const { signal } = (options ?? {}) as { signal?: unknown };
  return isSignal(signal) ? signal : undefined;
}

const abilities = ['addEventListener', 'removeEventListener', 'throwIfAborted'] as const;

/** By what it can do: it may be of another realm, or of a class of the host's own. */
function isSignal(value: unknown): value is AbortSignal {
  if (typeof value !== 'object' || value === null) return false;
  const signal = value as Partial<AbortSignal>;
  return typeof signal.aborted === 'boolean' && abilities.every((name) => typeof signal[name] === 'function');
}
