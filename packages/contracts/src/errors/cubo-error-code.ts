/**
 * Every code a `CuboError` can carry. Codes are stable: they are added, never renamed.
 *
 * | code | meaning |
 * |---|---|
 * | `CUBO_BAD_ARGUMENT` | an option or argument has a value that makes no sense |
 * | `CUBO_NODE_UNSUPPORTED` | this Node.js is older than the library needs |
 * | `CUBO_PATH_NOT_FOUND` | a file or folder that was named does not exist |
 * | `CUBO_LIBRARY_INVALID` | the path is not a library: a file, a foreign folder, a damaged catalog |
 * | `CUBO_LIBRARY_TOO_NEW` | the library was written by a newer version of Cubo |
 * | `CUBO_LIBRARY_ENCRYPTED` | the library is encrypted, and was opened without a key |
 * | `CUBO_LIBRARY_NOT_ENCRYPTED` | a key was given for a library that is not encrypted |
 * | `CUBO_KEY_WRONG` | the key is not the one that the library was made with |
 * | `CUBO_LIBRARY_LOCKED` | another process is writing to the library |
 * | `CUBO_LIBRARY_IN_USE` | another program reads the library, which keeps deleted text on the disk |
 * | `CUBO_LIBRARY_CLOSED` | the object was used after `close()` |
 * | `CUBO_STORAGE_FAILED` | the disk refused a read or write (full, read-only, no permission) |
 * | `CUBO_SEGMENT_CORRUPT` | a segment of the chunk store is missing or does not match its checksum |
 * | `CUBO_INDEX_CORRUPT` | an index file is missing, truncated or does not match its checksum |
 * | `CUBO_MEMORY_EXCEEDED` | an index needs more memory than there is, or than its budget |
 * | `CUBO_SOURCE_UNREADABLE` | a source could not be opened or read |
 * | `CUBO_SOURCE_TOO_LARGE` | a source is larger than the limit that applies to it |
 * | `CUBO_SOURCE_ENCRYPTED` | a source asks for a password, and none that was given opens it |
 * | `CUBO_SOURCE_CHANGED` | a source changed while it was read |
 * | `CUBO_SOURCE_TIMEOUT` | reading a source took longer than it may |
 * | `CUBO_LIMIT_EXCEEDED` | a source would unfold into more than its limits allow: members, depth, ratio, memory |
 * | `CUBO_FORMAT_UNSUPPORTED` | no extractor is registered for the source's format |
 * | `CUBO_FORMAT_INVALID` | the source is not what its format promises: truncated, damaged |
 * | `CUBO_SOURCE_EMPTY` | the source holds no text |
 * | `CUBO_FOLDER_EMPTY` | an empty folder is in the place of an ingested one, whose documents were kept |
 * | `CUBO_OCR_UNAVAILABLE` | text is in an image, and no OCR engine is installed |
 * | `CUBO_OCR_FAILED` | an OCR engine could not read an image |
 * | `CUBO_NETWORK_REFUSED` | an address may not be contacted: networking is off, it is not allowed, or it is no public web address |
 * | `CUBO_NETWORK_FAILED` | a server could not be reached, or broke off |
 * | `CUBO_PACKAGE_MISSING` | an optional package that is needed is not installed |
 * | `CUBO_MODEL_INVALID` | the files of a model are damaged, belong to another model, or are of a kind that is not read |
 * | `CUBO_DOCUMENT_NOT_FOUND` | no document of the library has the name that was asked for |
 * | `CUBO_JOB_NOT_FOUND` | no job of the library has the id that was asked for |
 * | `CUBO_EMBEDDER_FAILED` | an embedder threw an error: its model is gone, its server does not answer |
 * | `CUBO_EMBEDDER_INVALID` | an embedder returned a wrong count, another order, wrong dimensions or values that are not finite |
 * | `CUBO_GENERATOR_FAILED` | a generator ended with an error |
 * | `CUBO_TRANSCRIBER_FAILED` | a transcriber threw an error |
 * | `CUBO_RERANKER_FAILED` | a reranker threw an error, or returned what no ranking can be |
 * | `CUBO_CONVERSATION_NOT_FOUND` | no conversation of the library has the id that was asked for |
 * | `CUBO_CONVERSATION_CHANGED` | a conversation was changed by somebody else while a change was made |
 * | `CUBO_CONVERSATION_BUSY` | a conversation is being answered, and takes one turn at a time |
 * | `CUBO_RECORD_CHANGED` | a record was changed by somebody else while a change was made |
 * | `CUBO_STUDY_NOT_FOUND` | no deck, card, quiz, workshop or mind map of the library has the id that was asked for |
 * | `CUBO_STUDY_ATTEMPT_FINISHED` | an attempt at a quiz is finished, or its time is over |
 * | `CUBO_STUDY_NOTHING_MADE` | nothing sound came of a generation: no question, no node of a mind map |
 * | `CUBO_STUDY_OUTLINE_FAILED` | what a model wrote for the outline of a workshop could not be read, twice |
 * | `CUBO_STUDY_LESSON_FAILED` | what a model wrote for a lesson of a workshop was none, twice |
 * | `CUBO_SCOPE_EXCEEDED` | a search asked for documents beyond the scope that it is bound to |
 * | `CUBO_PROMPT_INVALID` | a prompt template is missing, or names a variable that there is not |
 */
export type CuboErrorCode =
  | 'CUBO_BAD_ARGUMENT'
  | 'CUBO_NODE_UNSUPPORTED'
  | 'CUBO_PATH_NOT_FOUND'
  | 'CUBO_LIBRARY_INVALID'
  | 'CUBO_LIBRARY_TOO_NEW'
  | 'CUBO_LIBRARY_ENCRYPTED'
  | 'CUBO_LIBRARY_NOT_ENCRYPTED'
  | 'CUBO_KEY_WRONG'
  | 'CUBO_LIBRARY_LOCKED'
  | 'CUBO_LIBRARY_IN_USE'
  | 'CUBO_LIBRARY_CLOSED'
  | 'CUBO_STORAGE_FAILED'
  | 'CUBO_SEGMENT_CORRUPT'
  | 'CUBO_INDEX_CORRUPT'
  | 'CUBO_MEMORY_EXCEEDED'
  | 'CUBO_SOURCE_UNREADABLE'
  | 'CUBO_SOURCE_TOO_LARGE'
  | 'CUBO_SOURCE_ENCRYPTED'
  | 'CUBO_SOURCE_CHANGED'
  | 'CUBO_SOURCE_TIMEOUT'
  | 'CUBO_LIMIT_EXCEEDED'
  | 'CUBO_FORMAT_UNSUPPORTED'
  | 'CUBO_FORMAT_INVALID'
  | 'CUBO_SOURCE_EMPTY'
  | 'CUBO_FOLDER_EMPTY'
  | 'CUBO_OCR_UNAVAILABLE'
  | 'CUBO_OCR_FAILED'
  | 'CUBO_NETWORK_REFUSED'
  | 'CUBO_NETWORK_FAILED'
  | 'CUBO_PACKAGE_MISSING'
  | 'CUBO_MODEL_INVALID'
  | 'CUBO_DOCUMENT_NOT_FOUND'
  | 'CUBO_JOB_NOT_FOUND'
  | 'CUBO_EMBEDDER_FAILED'
  | 'CUBO_EMBEDDER_INVALID'
  | 'CUBO_GENERATOR_FAILED'
  | 'CUBO_TRANSCRIBER_FAILED'
  | 'CUBO_RERANKER_FAILED'
  | 'CUBO_CONVERSATION_NOT_FOUND'
  | 'CUBO_CONVERSATION_CHANGED'
  | 'CUBO_RECORD_CHANGED'
  | 'CUBO_CONVERSATION_BUSY'
  | 'CUBO_STUDY_NOT_FOUND'
  | 'CUBO_STUDY_ATTEMPT_FINISHED'
  | 'CUBO_STUDY_NOTHING_MADE'
  | 'CUBO_STUDY_OUTLINE_FAILED'
  | 'CUBO_STUDY_LESSON_FAILED'
  | 'CUBO_SCOPE_EXCEEDED'
  | 'CUBO_PROMPT_INVALID';
