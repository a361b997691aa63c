import type { ExtractContext, Section, Source } from '@cubo/contracts';
import { emptySource } from '../shared/empty-source.ts';
import { createMemberSections } from '../shared/member-sections.ts';
import { describeMail } from './describe-mail.ts';
import type { MailMessage } from './mail-message.ts';
import { mailSections } from './mail-sections.ts';

/**
 * All that a source says that is one message, in whichever format: what describes it, and its sections.
 *
 * @throws CuboError `CUBO_SOURCE_EMPTY` where there is no text in it
 */
export async function* messageSections(
  message: MailMessage,
  source: Source,
  context: ExtractContext,
): AsyncGenerator<Section> {
  context.describe(describeMail(message));
  const members = createMemberSections(context);
  yield* mailSections(message, { source, context, members });
  if (members.isEmpty) throw emptySource(source.uri);
}
