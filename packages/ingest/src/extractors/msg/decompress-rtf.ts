const compressed = 0x75465a4c;
const uncompressed = 0x414c454d;
const dictionarySize = 4096;
const prefill =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';

/**
 * Unpacks the Rich Text of an Outlook message ([MS-OXRTFCP]).
 *
 * @throws Error when it is damaged, or would have more than `maximumBytes`
 */
export function decompressRtf(bytes: Uint8Array, maximumBytes: number): Uint8Array {
  if (bytes.byteLength < 16) throw new Error('its Rich Text is cut off');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(4, true);
  const type = view.getUint32(8, true);
  if (type === uncompressed) return bytes.subarray(16, 16 + size);
  if (type !== compressed) throw new Error('its Rich Text is damaged');
  // Two bytes unpack to at most 17.
  if (size > maximumBytes || size > bytes.byteLength * 17) throw new Error('its Rich Text is larger than allowed');
  const output = new Uint8Array(size);
  const dictionary = new Uint8Array(dictionarySize);
  dictionary.set(Buffer.from(prefill, 'latin1'));
  let write = prefill.length;
  let length = 0;
  let at = 16;
  function put(byte: number): void {
    if (length < size) output[length++] = byte;
    dictionary[write] = byte;
    write = (write + 1) % dictionarySize;
  }
  while (at < bytes.byteLength) {
    const control = bytes[at++] as number;
    for (let bit = 0; bit < 8 && at < bytes.byteLength; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at++] as number);
        continue;
      }
      if (at + 1 >= bytes.byteLength) return output.subarray(0, length);
      const token = view.getUint16(at, false);
      at += 2;
      const offset = token >> 4;
      if (offset === write) return output.subarray(0, length);
      for (let index = 0; index < (token & 15) + 2; index++)
        put(dictionary[(offset + index) % dictionarySize] as number);
    }
  }
  return output.subarray(0, length);
}
