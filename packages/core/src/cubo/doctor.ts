import { type Analyzer, isCuboError } from '@cubo/contracts';
import type { Library, LibrarySnapshot, Problem } from '@cubo/library';
import { compareCoverage } from '../indexes/compare-coverage.ts';
import { fillLexicalIndex } from '../indexes/fill-lexical-index.ts';
import type { IndexCheck } from '../indexes/index-check.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import { readConsistently } from '../indexes/read-consistently.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import { countOf } from '../text/count-of.ts';

/** Options of `cubo.doctor`. */
export interface DoctorOptions {
  /**
   * Mend what can be mended: rebuild indexes from the stored text, and take out documents whose text is damaged.
   * Default false.
   */
  readonly repair?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What `doctor` found. */
export interface DoctorReport {
  /** Whether nothing is wrong, after the repair if there was one. */
  readonly healthy: boolean;
  /** What was found before a repair. */
  readonly problems: readonly Problem[];
  /** What a repair did, a sentence each. */
  readonly repairs: readonly string[];
  /** URIs of documents that a repair took out because their text was damaged: ingest them again. */
  readonly lost: readonly string[];
}

interface DoctorParts {
  readonly library: Library;
  readonly lexical: LexicalIndexHolder;
  readonly vectors: VectorSpaces | undefined;
  readonly analyzer: Analyzer;
  readonly check: IndexCheck;
}

/** Examines a library, and repairs it when asked to. */
export async function examine(parts: DoctorParts, options: DoctorOptions): Promise<DoctorReport> {
  const { signal } = options;
  const problems = await findProblems(parts, signal);
  if (!options.repair) return { healthy: !problems.some(isError), problems, repairs: [], lost: [] };
  const repairs: string[] = [];
  let lost: readonly string[] = [];
  try {
    lost = await parts.library.repair({ signal });
    if (lost.length > 0) repairs.push(`Took out ${countOf(lost.length, 'document')} whose stored text was damaged.`);
    repairs.push(...(await repairIndexes(parts, signal)));
  } catch (error) {
    // A catalog that cannot be read cannot be mended either; what was found says what to do.
    const isTold = isCuboError(error, 'CUBO_LIBRARY_INVALID') && problems.some(({ code }) => code === error.code);
    if (!isTold) throw error;
  }
  return { healthy: !(await findProblems(parts, signal)).some(isError), problems, repairs, lost };
}

function isError(problem: Problem): boolean {
  return problem.severity === 'error';
}

async function findProblems(parts: DoctorParts, signal: AbortSignal | undefined): Promise<Problem[]> {
  const problems = await parts.library.check({ signal });
  const isTold = ({ code, path }: Problem) => problems.some((known) => known.code === code && known.path === path);
  const ofIndexes = [
    ...(await catchProblem(() => lexicalProblems(parts, signal), signal)),
    ...(await catchProblem(() => vectorProblems(parts, signal), signal)),
    ...(await catchProblem(() => nextVectorProblems(parts, signal), signal)),
  ];
  // Where the catalog cannot be read, the indexes cannot be compared with it.
  return [...problems, ...ofIndexes.filter((problem) => !isTold(problem))];
}

/** What another process changes while it is looked at is no problem. */
async function problemsOf(
  library: Library,
  signal: AbortSignal | undefined,
  find: (snapshot: LibrarySnapshot) => Promise<readonly Problem[]>,
): Promise<readonly Problem[]> {
  await library.readSnapshot({ signal });
  return readConsistently(library, async (snapshot) => {
    const value = await catchProblem(() => find(snapshot), signal);
    return { value, isComplete: () => value.length === 0 };
  });
}

function lexicalProblems(
  { library, lexical, check }: DoctorParts,
  signal: AbortSignal | undefined,
): Promise<readonly Problem[]> {
  return problemsOf(library, signal, async ({ chunks }) => {
    const problems = await check.lexical(lexical.directory, signal);
    if (problems.length > 0) return problems;
    const index = await lexical.get();
    await index.refresh();
    const missing = compareCoverage(index, chunks).missing.size;
    return missing === 0 ? [] : [incompleteIndex(lexical.directory, missing)];
  });
}

/**
 * Vectors that are still to be made are no problem: they follow with the next ingest, and `status` tells how many there
 * are.
 */
async function vectorProblems(
  { library, vectors, check }: DoctorParts,
  signal: AbortSignal | undefined,
): Promise<readonly Problem[]> {
  if (vectors === undefined) return [];
  return problemsOf(library, signal, async () => {
    const directory = vectors.directory();
    const problems = directory === undefined ? [] : await check.vectors(directory, signal);
    if (problems.length === 0) await vectors.check();
    return problems;
  });
}

/** Vectors that will take the place of those in use, and cannot be read. */
async function nextVectorProblems(
  { library, vectors, check }: DoctorParts,
  signal: AbortSignal | undefined,
): Promise<readonly Problem[]> {
  return problemsOf(library, signal, async () => {
    const directory = vectors?.nextDirectory();
    return directory === undefined ? [] : check.vectors(directory, signal);
  });
}

function incompleteIndex(path: string, missing: number): Problem {
  return {
    severity: 'error',
    code: 'CUBO_INDEX_CORRUPT',
    message: `The lexical index ${path} lacks ${countOf(missing, 'chunk')}.`,
    remedy: 'Run doctor with --repair, or ingest again: both add them from the stored text.',
    path,
  };
}

async function catchProblem(
  find: () => Promise<readonly Problem[]>,
  signal: AbortSignal | undefined,
): Promise<readonly Problem[]> {
  try {
    return await find();
  } catch (error) {
    signal?.throwIfAborted();
    if (!isCuboError(error)) throw error;
    const message = error.summary;
    return [{ severity: 'error', code: error.code, message, remedy: error.remedy, path: error.path }];
  }
}

async function repairIndexes(parts: DoctorParts, signal: AbortSignal | undefined): Promise<string[]> {
  const { library, lexical, vectors, analyzer } = parts;
  const repairs: string[] = [];
  const rebuildLexical = (await lexicalProblems(parts, signal)).length > 0;
  const rebuildVectors = (await vectorProblems(parts, signal)).length > 0;
  const rebuildNext = (await nextVectorProblems(parts, signal)).length > 0;
  await library.write(
    async (writer) => {
      if (rebuildLexical) await lexical.reset();
      const index = await lexical.get();
      const added = await fillLexicalIndex({ index, library, analyzer, signal });
      if (added > 0) repairs.push(`Rebuilt the lexical index of ${countOf(added, 'chunk')} from the stored text.`);
      if (vectors === undefined) return;
      if (rebuildNext) await vectors.resetNext(writer);
      if (rebuildVectors) {
        if (await mendVectors(parts, signal)) repairs.push('Made the search structures of the vectors anew.');
        else await vectors.reset(writer);
      }
      let embedded = 0;
      for await (const event of vectors.update(writer, { signal }))
        if (event.type === 'embedding') embedded = event.done;
      if (embedded > 0) repairs.push(`Made the vectors of ${countOf(embedded, 'chunk')} from the stored text.`);
    },
    { signal },
  );
  return repairs;
}

/** Whether the vectors are whole when what is made of them, and damaged, is thrown away; the next update makes it anew. */
async function mendVectors(parts: DoctorParts, signal: AbortSignal | undefined): Promise<boolean> {
  const directory = parts.vectors?.directory();
  if (directory === undefined || !(await parts.check.mendVectors(directory, signal))) return false;
  return (await vectorProblems(parts, signal)).length === 0;
}
