import { chunkSetCursor } from '@cubo/contracts';
import type { LiveView } from './live-view.ts';

/** Whether a term stands in a live chunk of any of these languages. */
export function standsInLanguage(view: LiveView, term: string, languages: ReadonlySet<string>): boolean {
  return view.segments.some(({ segment, positions }) => {
    const isWanted = segment.languages.map(({ language }) => languages.has(language));
    const cursor = isWanted.includes(true) ? segment.find(term)?.cursor() : undefined;
    if (cursor === undefined) return false;
    const isLive = chunkSetCursor(positions);
    const { languageIndexes } = segment;
    while (cursor.nextBlock()) {
      for (let i = 0; i < cursor.count; i++) {
        const position = cursor.positions[i] as number;
        if (isWanted[languageIndexes[position] ?? 0] === true && isLive(position)) return true;
      }
    }
    return false;
  });
}
