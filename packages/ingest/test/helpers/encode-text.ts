/** Writes a text in an encoding of one or two bytes for each character, by what its decoder makes of them. */
export function encodeText(text: string, encoding: string): Uint8Array {
  const table = tableOf(encoding);
  const bytes: number[] = [];
  for (const character of text) {
    const code = table.get(character);
    if (code === undefined) throw new Error(`${encoding} has no ${character}`);
    bytes.push(...code);
  }
  return Uint8Array.from(bytes);
}

const tables = new Map<string, Map<string, readonly number[]>>();

function tableOf(encoding: string): Map<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte++) add(byte);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail);
  tables.set(encoding, table);
  return table;
}
