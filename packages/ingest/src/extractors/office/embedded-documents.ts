import type { ExtractContext, Section } from '@cubo/contracts';
import type { OfficePackage } from './open-office-package.ts';

/** The most documents within a document that are opened. */
const mostEmbedded = 1000;

/**
 * Hands the documents that lie within an office document to their extractors, and yields what they give, behind the
 * document's own text. What is not opened is reported as unread.
 */
export async function* embeddedSections(
  opened: OfficePackage,
  parts: Iterable<string>,
  start: number,
  context: ExtractContext,
  nameOf: (part: string) => string | undefined = () => undefined,
): AsyncGenerator<Section> {
  let at = start;
  let count = 0;
  for (const part of new Set(parts)) {
    const member = opened.member(part, nameOf(part));
    if (!member) continue;
    const { name } = member;
    if (!context.extractMember) {
      context.unread({ place: name, reason: 'Documents within documents are not opened here.' });
    } else if (++count > mostEmbedded) {
      const reason = `There are more than ${mostEmbedded} documents within the document.`;
      context.unread({ place: name, reason, code: 'CUBO_LIMIT_EXCEEDED' });
      return;
    } else {
      for await (const section of context.extractMember(member, { start: at })) {
        at = section.locator.end + 2;
        yield section;
      }
    }
  }
}
