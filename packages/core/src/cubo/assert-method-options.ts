import { type AskOptions, assertKnownOptions, type KnownOptions, type SearchOptions } from '@cubo/contracts';
import type { WebPageOptions } from '@cubo/ingest';
import type { IngestRules } from '../ingest/ingest-rules.ts';
import type { IngestOptions, ResumeOptions } from '../ingest/ingest-runner.ts';
import type { NearDuplicatesOptions } from '../search/find-near-duplicates.ts';
import type { PlanOptions } from '../sync/plan-ingest.ts';
import type { WatchOptions } from '../sync/watch-options.ts';
import type { CompactOptions } from './compact-library.ts';
import type { DocumentsOptions } from './cubo.ts';
import type { DoctorOptions } from './doctor.ts';
import type { LabelOptions } from './label-document.ts';

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
  nearDuplicates: true,
  signal: true,
};
const ask: KnownOptions<AskOptions> = { limit: true, scope: true, generator: true, signal: true };
const webPage: KnownOptions<WebPageOptions> = { title: true, metadata: true, signal: true };
const label: KnownOptions<LabelOptions> = { replace: true };
const compact: KnownOptions<CompactOptions> = { signal: true };
const nearDuplicates: KnownOptions<NearDuplicatesOptions> = { scope: true, signal: true };
const documents: KnownOptions<DocumentsOptions> = { scope: true };
const doctor: KnownOptions<DoctorOptions> = { repair: true, signal: true };

const methods = {
  ingest,
  resume,
  plan,
  watch,
  search,
  ask,
  webPage,
  label,
  compact,
  nearDuplicates,
  documents,
  doctor,
};

/**
 * Refuses options that a method of the knowledge base does not have.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertMethodOptions(method: keyof typeof methods, options: unknown): void {
  assertKnownOptions(`${method}()`, options, methods[method]);
}
