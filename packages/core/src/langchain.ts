export {
  type CuboDocumentMetadata,
  type CuboRetrieverOptions,
  cuboRetriever,
} from './langchain/cubo-retriever.ts';
