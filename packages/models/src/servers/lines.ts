/** A million tokens have about four million characters; what is longer is no line of an answer. */
const longestLine = 16 * 2 ** 20;

/** The lines of a text that comes in pieces, without their ends; of a stream that breaks off, also the last piece. */
export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let unread = '';
  for await (const bytes of body) {
    // What was read before is not looked through again: a line may come in very many pieces.
    const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n');
    unread += first;
    if (unread.length > longestLine) throw new Error('a line of its answer does not end');
    for (const next of others) {
      yield unread.replace(/\r$/, '');
      unread = next;
    }
  }
  const rest = unread + decoder.decode();
  if (rest !== '') yield rest;
}
