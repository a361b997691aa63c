import type { DocumentDescription } from '@cubo/contracts';
import type { MailMessage } from './mail-message.ts';

/** Subject, sender and date of a message as title, author and metadata of its document. */
export function describeMail({ subject, from, to, isoDate }: MailMessage): DocumentDescription {
  const title = subject?.replace(/\s+/g, ' ').trim().toWellFormed();
  const metadata = { ...(isoDate && { date: isoDate }), ...(to && to.length > 0 && { to: to.slice(0, 50) }) };
  return {
    ...(title && { title }),
    ...(from && { author: from.toWellFormed() }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}
