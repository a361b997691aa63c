import { describeThrown } from '@cubo/contracts';

/**
 * Why something failed, as its error tells, for a sentence that goes on: without a full stop, with what lies behind it.
 */
export function failureReason(error: unknown): string {
  const reason = messageOf(error);
  const behind = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : '';
  if (reason === '') return behind || 'it gave no reason';
  return behind === '' || reason.includes(behind) ? reason : `${reason} (${behind})`;
}

/** The errors of a connection that was tried at several addresses have no message, just a code. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return describeThrown(error).trim();
  return error.message.trim().replace(/\.$/, '') || (error as NodeJS.ErrnoException).code || '';
}
