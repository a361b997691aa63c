import type { ExtractContext, Section, Source } from '@cubo/contracts';

/** Characters that any workbook may have. */
const harmlessText = 256 * 1024 * 1024;
/** Characters of text for each byte of the file that a larger one may have. */
const highestRatio = 100;

/**
 * Ends where the text is out of proportion to the file: cells that refer to one long text again and again make a bomb of
 * it.
 */
export async function* withinLimits(
  sections: AsyncGenerator<Section>,
  source: Source,
  context: ExtractContext,
): AsyncGenerator<Section> {
  const most = Math.max(harmlessText, (source.size ?? 0) * highestRatio);
  for await (const section of sections) {
    if (section.locator.end > most) {
      const reason = `The text of its cells is longer than ${most} characters, out of proportion to the file.`;
      context.unread({ place: 'the rest of the workbook', reason, code: 'CUBO_LIMIT_EXCEEDED' });
      return;
    }
    yield section;
  }
}
