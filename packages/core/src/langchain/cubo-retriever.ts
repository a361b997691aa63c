import { AsyncLocalStorage } from 'node:async_hooks';
import {
  assertKnownOptions,
  badArgument,
  type KnowledgeBase,
  type KnownOptions,
  type Locator,
  type Scope,
  type SearchHit,
  type SearchMode,
} from '@cubo/contracts';
import { Document } from '@langchain/core/documents';
import { BaseRetriever } from '@langchain/core/retrievers';
import { ensureConfig, type RunnableConfig } from '@langchain/core/runnables';

/** Options of {@link cuboRetriever}. */
export interface CuboRetrieverOptions {
  /** The knowledge base to search; it stays the caller's. */
  readonly cubo: Pick<KnowledgeBase, 'search'>;
  /** The most documents to give. Default 10. */
  readonly limit?: number | undefined;
  /** Search these documents only. Default: the whole library. */
  readonly scope?: Scope | undefined;
  /** `hybrid` fuses words and meaning; `sparse` and `dense` ask one side alone. Default `hybrid`. */
  readonly mode?: SearchMode | undefined;
}

/** What a document of LangChain tells of the passage that it is. */
export interface CuboDocumentMetadata {
  /** URI of the document: for a file, its absolute path. */
  readonly source: string;
  readonly title?: string | undefined;
  /** Page, rows, lines or heading, and the exact range of characters of `pageContent`. */
  readonly locator: Locator;
  /** Relevance; comparable within one result only. */
  readonly score: number;
  /** Id of the chunk that was found, as a number; the document's own `id` is the same as a text. */
  readonly id: number;
}

const known: KnownOptions<CuboRetrieverOptions> = { cubo: true, limit: true, scope: true, mode: true };

/**
 * A retriever of LangChain over a library: each document is a passage, with the wider passage around it as its
 * `pageContent` where there is one. The signal and the timeout of a call are heard. What it is asked goes to LangChain's
 * callbacks too, and so to LangSmith where the host has switched that on.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`; when it is invoked, what `cubo.search` throws
 */
export function cuboRetriever(options: CuboRetrieverOptions): BaseRetriever<CuboDocumentMetadata> {
  assertKnownOptions('cuboRetriever()', options, known);
  if (typeof options?.cubo?.search !== 'function') {
    throw badArgument('The option cubo is not a knowledge base.', 'Pass what createCubo() gives.');
  }
  return new CuboRetriever(options);
}

/** LangChain hands no signal on to what a retriever does. */
const signals = new AsyncLocalStorage<AbortSignal | undefined>();

class CuboRetriever extends BaseRetriever<CuboDocumentMetadata> {
  override lc_namespace = ['cubo', 'retrievers'];
  private readonly options: CuboRetrieverOptions;

  static override lc_name(): string {
    return 'CuboRetriever';
  }

  constructor(options: CuboRetrieverOptions) {
    super({});
    this.options = options;
  }

  override invoke(input: string, given?: RunnableConfig): Promise<Document<CuboDocumentMetadata>[]> {
    const config = ensureConfig(given);
    return signals.run(config.signal, () => super.invoke(input, config));
  }

  override async _getRelevantDocuments(query: string): Promise<Document<CuboDocumentMetadata>[]> {
    const { cubo, limit, scope, mode } = this.options;
    const hits = await cubo.search(query, { limit, scope, mode, signal: signals.getStore() });
    return hits.map(toDocument);
  }
}

function toDocument({ id, source, title, locator, score, text, passage }: SearchHit): Document<CuboDocumentMetadata> {
  return new Document({
    id: String(id),
    pageContent: passage?.text ?? text,
    metadata: { source, title, locator: passage?.locator ?? locator, score, id },
  });
}
