export { type DecodedText, decodeText, type OpenedText, type OpenTextOptions, openText } from './decode-text.ts';
export { sentenceStarts } from './sentence-starts.ts';
