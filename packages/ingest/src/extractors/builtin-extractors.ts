import type { Extractor } from '@cubo/contracts';
import { textExtractor } from './text/text-extractor.ts';

/** The extractors that Cubo brings along. */
export function builtinExtractors(): Extractor[] {
  return [textExtractor()];
}
