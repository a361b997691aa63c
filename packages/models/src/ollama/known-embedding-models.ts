/** What is known of an embedding model. */
export interface EmbeddingModelFacts {
  readonly dimensions: number;
  /** Most tokens of a text. */
  readonly contextLength: number;
  /** What stands before a text of a document, by the way in which the model was trained. */
  readonly documentPrefix: string;
  /** What stands before a question. */
  readonly queryPrefix: string;
  /** Whether the first dimensions of a vector make a vector (Matryoshka representation learning). */
  readonly canBeShortened: boolean;
}

const plain = { documentPrefix: '', queryPrefix: '', canBeShortened: false };
const nomic = { documentPrefix: 'search_document: ', queryPrefix: 'search_query: ' };
const passages = { ...plain, queryPrefix: 'Represent this sentence for searching relevant passages: ' };
const qwen = {
  ...plain,
  queryPrefix: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:',
  contextLength: 32_768,
  canBeShortened: true,
};

/**
 * By name in Ollama's library, `name:tag` before `name`. Dimensions, prefixes and lengths are those of the model cards;
 * where Ollama's file of a model has a shorter context than its card (`nomic-embed-text`), that counts.
 */
const facts: Readonly<Record<string, EmbeddingModelFacts>> = {
  // https://huggingface.co/google/embeddinggemma-300m
  embeddinggemma: {
    dimensions: 768,
    contextLength: 2048,
    documentPrefix: 'title: none | text: ',
    queryPrefix: 'task: search result | query: ',
    canBeShortened: true,
  },
  // https://huggingface.co/nomic-ai/nomic-embed-text-v1.5, https://ollama.com/library/nomic-embed-text
  'nomic-embed-text': { ...nomic, dimensions: 768, contextLength: 2048, canBeShortened: true },
  // https://huggingface.co/nomic-ai/nomic-embed-text-v2-moe
  'nomic-embed-text-v2-moe': { ...nomic, dimensions: 768, contextLength: 512, canBeShortened: true },
  // https://huggingface.co/mixedbread-ai/mxbai-embed-large-v1
  'mxbai-embed-large': { ...passages, dimensions: 1024, contextLength: 512, canBeShortened: true },
  // https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2
  'all-minilm': { ...plain, dimensions: 384, contextLength: 256 },
  // https://huggingface.co/BAAI/bge-m3
  'bge-m3': { ...plain, dimensions: 1024, contextLength: 8192 },
  // https://huggingface.co/Snowflake/snowflake-arctic-embed-l
  'snowflake-arctic-embed': { ...passages, dimensions: 1024, contextLength: 512 },
  'snowflake-arctic-embed:22m': { ...passages, dimensions: 384, contextLength: 512 },
  'snowflake-arctic-embed:33m': { ...passages, dimensions: 384, contextLength: 512 },
  'snowflake-arctic-embed:110m': { ...passages, dimensions: 768, contextLength: 512 },
  'snowflake-arctic-embed:137m': { ...passages, dimensions: 768, contextLength: 2048 },
  // https://huggingface.co/Snowflake/snowflake-arctic-embed-l-v2.0
  'snowflake-arctic-embed2': {
    ...plain,
    queryPrefix: 'query: ',
    dimensions: 1024,
    contextLength: 8192,
    canBeShortened: true,
  },
  // https://huggingface.co/Qwen/Qwen3-Embedding-0.6B, -4B, -8B; what the name alone means may change, so it is not here
  'qwen3-embedding:0.6b': { ...qwen, dimensions: 1024 },
  'qwen3-embedding:4b': { ...qwen, dimensions: 2560 },
  'qwen3-embedding:8b': { ...qwen, dimensions: 4096 },
};

/** What is known of a model by its name in Ollama, whatever registry and quantization it names. */
export function embeddingModelFacts(model: string): EmbeddingModelFacts | undefined {
  const [name = '', tag = ''] = (model.split('/').at(-1) ?? '').toLowerCase().split(':');
  const [size = ''] = tag.split('-');
  return facts[`${name}:${size}`] ?? facts[name];
}
