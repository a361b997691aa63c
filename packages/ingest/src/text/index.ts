export { type DecodedText, decodeText, type OpenedText, type OpenTextOptions, openText } from './decode-text.ts';
export { type DocumentLanguage, type DocumentLanguageOptions, documentLanguage } from './document-language.ts';
export { countLineBreaks } from './line-breaks.ts';
export { sentenceStarts } from './sentence-starts.ts';
