/** The lines of a text that comes in pieces, without their ends; of a stream that breaks off, also the last piece. */
export async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let unread = '';
  for await (const bytes of body) {
    const lines = (unread + decoder.decode(bytes, { stream: true })).split('\n');
    unread = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  const rest = unread + decoder.decode();
  if (rest !== '') yield rest;
}
