/**
 * What was thrown, in words: the message of an error, anything else as text. Never throws itself, though anything can be
 * thrown: an object that has no text, an error whose message is a getter that fails.
 */
export function describeThrown(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'what was thrown has no text';
  }
}
