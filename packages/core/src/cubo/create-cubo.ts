import { CuboError, silentLogger, systemClock } from '@cubo/contracts';
import { builtinExtractors, createExtractorRegistry, recursiveChunker, webPage } from '@cubo/ingest';
import { openLibrary } from '@cubo/library';
import { agreementFusion, createAnalyzer, openLexicalIndex } from '@cubo/retrieval';
import type { CuboEvent } from '../events/cubo-event.ts';
import { createEventHub } from '../events/event-hub.ts';
import { checkedVectorTier } from '../indexes/checked-vector-tier.ts';
import { createIndexCheck } from '../indexes/index-check.ts';
import { createLexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import { openOwnTier } from '../indexes/open-own-tier.ts';
import { createVectorSpaces } from '../indexes/vector-spaces.ts';
import { runIngestHere } from '../ingest/ingest-job.ts';
import { createIngestRunner } from '../ingest/ingest-runner.ts';
import { planMemory } from '../memory/plan-memory.ts';
import { migrate } from '../migration/migrate.ts';
import { migrationSlice, type RunMigration } from '../migration/migration-slice.ts';
import { chooseModels } from '../models/choose-models.ts';
import { createModels } from '../models/models.ts';
import { chooseOcr } from '../ocr/choose-ocr.ts';
import { chooseProfile } from '../profile/choose-profile.ts';
import { thisComputer } from '../profile/computer.ts';
import { createSearchTraffic, openRoad } from '../profile/search-traffic.ts';
import { openSearch } from '../search/open-search.ts';
import { whileLinked } from '../signals/while-linked.ts';
import { openFolderWatcher } from '../sync/folder-watcher.ts';
import { planIngest } from '../sync/plan-ingest.ts';
import { watchFolders } from '../sync/watch-folders.ts';
import type { FolderWatch } from '../sync/watch-options.ts';
import { extractInThreads } from '../threads/extract-in-threads.ts';
import { ingestInThread } from '../threads/ingest-in-thread.ts';
import { assertMethodOptions } from './assert-method-options.ts';
import { assertGenerator, assertOptions } from './assert-options.ts';
import { collectAudit } from './audit.ts';
import type { Cubo } from './cubo.ts';
import type { CuboOptions } from './cubo-options.ts';
import { examine } from './doctor.ts';
import { documentMethods } from './document-methods.ts';
import { withHiddenKey } from './encryption-option.ts';
import { jobDetails } from './job-status.ts';
import { modelsInUse } from './models-in-use.ts';
import { createNetworkAccess } from './network-access.ts';
import { removalMethods } from './removal-methods.ts';
import { searchMethods } from './search-methods.ts';
import { collectStatus } from './status.ts';

/**
 * Opens a library, or makes one, and gives the knowledge base over it.
 *
 * ```ts
 * const cubo = await createCubo({ path: './my-library' });
 * for await (const event of cubo.ingest('./documents')) console.log(event.type);
 * const hits = await cubo.search('What is the notice period?', { limit: 7 });
 * const answer = await cubo.ask('What is the notice period?');
 * await cubo.close();
 * ```
 *
 * @throws CuboError `CUBO_LIBRARY_INVALID`, `CUBO_LIBRARY_TOO_NEW`, `CUBO_STORAGE_FAILED`, `CUBO_NODE_UNSUPPORTED`,
 * `CUBO_BAD_ARGUMENT`, `CUBO_LIBRARY_ENCRYPTED`, `CUBO_LIBRARY_NOT_ENCRYPTED`, `CUBO_KEY_WRONG`, `CUBO_PACKAGE_MISSING`
 */
export async function createCubo(given: CuboOptions): Promise<Cubo> {
  assertOptions(given);
  const network = createNetworkAccess(given.network);
  const options = withHiddenKey(network.guard.models(given));
  const analyzer = options.analyzer ?? createAnalyzer();
  const fuser = options.fuser ?? agreementFusion();
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? silentLogger;
  const closing = new AbortController();
  const profile = chooseProfile(options, thisComputer());
  const { settings } = profile;
  const traffic = settings.ingestYields.value ? createSearchTraffic(clock) : openRoad;
  const events = createEventHub<CuboEvent>(closing.signal);
  const models = createModels({
    clock,
    logger,
    idleSeconds: settings.idleSeconds.value,
    onChange: (model) => events.publish({ type: 'model', model }),
  });
  const chosen = chooseModels(options, { models, analyzer, settings, quiet: traffic.quiet });
  const { embedder, generator } = chosen;
  const maximumBytes = options.maximumBytes ?? 256 * 2 ** 20;
  const memory = planMemory(settings.budgetMiB.value);
  const { vectorBytes: memoryBytes } = memory;
  const openTier = options.vectorTier ? checkedVectorTier(options.vectorTier) : openOwnTier;
  const library = await openLibrary({
    path: options.path,
    encryption: options.encryption,
    clock,
    lockTimeoutMilliseconds: options.lockTimeoutMilliseconds,
    cacheBytes: memory.chunkBytes,
  });
  const lexical = createLexicalIndexHolder({ library, analyzer, open: options.sparseIndex ?? openLexicalIndex });
  const { previousEmbedders: previous } = chosen;
  const vectors = embedder && createVectorSpaces({ library, embedder, previous, openTier, memoryBytes, models });
  const { searcher, threads: searchThreads } = openSearch({
    ...{ options, library, lexical, vectors, analyzer, fuser },
    ...{ models, chosen, settings, memory, logger, events },
  });
  const threadModels = () => searchThreads?.models() ?? [];
  const chunker = options.chunker ?? recursiveChunker();
  const ocr = await chooseOcr(options.ocr, logger);
  const builtin = builtinExtractors();
  const registry = createExtractorRegistry([...builtin, ...(options.extractors ?? [])]);
  const extractThreads = extractInThreads({
    ...{ options, settings, builtin, registry, chunker, ocr: ocr.engine, analyzer, maximumBytes, logger },
  });
  const threads = ingestInThread({
    options,
    embedder: chosen.hostEmbedder,
    settings,
    chunker,
    ocr: ocr.engine,
    library,
    analyzer,
    registry,
    maximumBytes,
    memoryBytes,
    logger,
  });
  const run =
    threads?.run ??
    runIngestHere({
      library,
      lexical,
      vectors,
      analyzer,
      registry,
      chunker,
      ocr: ocr.engine,
      maximumBytes,
      clock,
      logger,
    });
  const runMigration: RunMigration =
    threads?.migrate ??
    ((emit, signal) => migrationSlice({ library, vectors }, { emit, signal, openingMilliseconds: 0 }));
  const runner = createIngestRunner({ library, clock, run, quiet: traffic.quiet, closing: closing.signal });
  const check = createIndexCheck({
    files: library.files,
    analyzer,
    ownLexical: options.sparseIndex !== undefined,
    ownVectors: options.vectorTier !== undefined,
  });
  // Another process may have written since this one looked.
  library.onWriteStart(() => lexical.refresh());
  let closed: Promise<void> | undefined;

  const watches = new Set<FolderWatch>();

  async function closeAll(): Promise<void> {
    try {
      for (const watch of watches) await watch.close();
      await searchThreads?.close();
      await library.close();
      await threads?.close();
      await extractThreads?.close();
      await lexical.close();
      await vectors?.close();
      await models.close();
      await ocr.close();
    } finally {
      events.close();
    }
  }

  const cubo: Cubo = {
    path: library.paths.root,
    ingest(input, ingestOptions = {}) {
      assertMethodOptions('ingest', ingestOptions);
      return runner.ingest(input, ingestOptions);
    },
    resume(job, resumeOptions = {}) {
      assertMethodOptions('resume', resumeOptions);
      return runner.resume(job, resumeOptions);
    },
    migrate(migrateOptions = {}) {
      assertMethodOptions('migrate', migrateOptions);
      const signals = [migrateOptions.signal, closing.signal];
      return migrate({ run: runMigration, quiet: traffic.quiet, signals });
    },
    plan(input, planOptions = {}) {
      assertMethodOptions('plan', planOptions);
      const parts = { library, registry, chunker: chunker.id, ocr: ocr.engine, closing: closing.signal };
      return planIngest(input, planOptions, parts);
    },
    watch(folders, watchOptions = {}) {
      assertMethodOptions('watch', watchOptions);
      // It works without being read: nobody might ever hear of it.
      closing.signal.throwIfAborted();
      const watch = watchFolders(folders, watchOptions, {
        runner,
        libraryRoot: library.paths.root,
        logger,
        closing: closing.signal,
        open: openFolderWatcher,
        isKnown: (path) => library.findDocument(path) !== undefined,
        onEnd: () => watches.delete(watch),
      });
      watches.add(watch);
      return watch;
    },
    async webPage(url, pageOptions = {}) {
      assertMethodOptions('webPage', pageOptions);
      const { extractors } = registry;
      const access = { network: network.use(String(url)), extractors, now: () => clock.now() };
      return whileLinked([pageOptions.signal, closing.signal], (signal) =>
        webPage(url, { ...pageOptions, ...access, signal }),
      );
    },
    ...searchMethods({
      ...{ searcher, traffic, network, generator, analyzer, models },
      rewrites: settings.queryRewriting.value,
      judgesByWords: chosen.hostEmbedder === undefined,
      closing: closing.signal,
    }),
    ...removalMethods({
      ...{ library, lexical, vectors, openTier, memoryBytes, analyzer, logger, clock },
      hasOwnIndex: options.sparseIndex !== undefined || options.vectorTier !== undefined,
      closing: closing.signal,
      renewThreads: async () => searchThreads?.renew(),
    }),
    ...documentMethods({
      ...{ library, registry, chunker, analyzer, maximumBytes },
      ocr: ocr.engine,
      threads: extractThreads,
      closing: closing.signal,
    }),
    holdGenerator(given) {
      if (given === undefined) return generator;
      assertGenerator(given);
      return models.generator(network.guard.call({ generator: given }).generator);
    },
    analyzer,
    conversations: library.conversations,
    records: library.records,
    job: (id) => jobDetails(library, id),
    status: () =>
      collectStatus({
        library,
        lexical,
        vectors,
        searcher,
        fuser,
        generator,
        network,
        profile,
        memory,
        models,
        threadModels,
      }),
    audit: () => collectAudit({ library, network, clock, models: modelsInUse(given, chosen, models.status()) }),
    events(eventsOptions = {}) {
      assertMethodOptions('events', eventsOptions);
      return events.read(eventsOptions.signal);
    },
    async unload() {
      closing.signal.throwIfAborted();
      await searchThreads?.renew();
      await models.unload();
    },
    async doctor(doctorOptions = {}) {
      assertMethodOptions('doctor', doctorOptions);
      const parts = { library, lexical, vectors, analyzer, check };
      return whileLinked([doctorOptions.signal, closing.signal], async (signal) => {
        const report = await examine(parts, { ...doctorOptions, signal });
        if (doctorOptions.repair) await searchThreads?.renew();
        return report;
      });
    },
    async close() {
      closing.abort(
        new CuboError({
          code: 'CUBO_LIBRARY_CLOSED',
          message: `The library at ${library.paths.root} was closed.`,
          remedy: 'Open it again; an ingest that was under way goes on with resume().',
          path: library.paths.root,
        }),
      );
      closed ??= closeAll();
      await closed;
    },
    [Symbol.asyncDispose]: () => cubo.close(),
  };
  return cubo;
}
