/** Bytes of a part's entries in the table. */
const partBytes: usize = 256 << 2;

export function scanCodes(table: usize, codes: usize, count: usize, parts: usize, bias: f32, scores: usize): void {
  const inEights = parts & ~7;
  let code = codes;
  for (let i: usize = 0; i < count; i++) {
    let score = bias;
    let entries = table;
    const endOfEights = code + inEights;
    const end = code + parts;
    while (code < endOfEights) {
      score += sumOfEight(entries, code);
      code += 8;
      entries += partBytes << 3;
    }
    while (code < end) {
      score += load<f32>(entryAt(entries, load<u8>(code)));
      code++;
      entries += partBytes;
    }
    store<f32>(scores + (i << 2), score);
  }
}

/** The sum of the entries of eight parts, added in pairs so that few additions wait for others. */
function sumOfEight(entries: usize, code: usize): f32 {
  const first = load<f32>(entryAt(entries, load<u8>(code))) + load<f32>(entryAt(entries, load<u8>(code, 1)), 0x400);
  const second =
    load<f32>(entryAt(entries, load<u8>(code, 2)), 0x800) + load<f32>(entryAt(entries, load<u8>(code, 3)), 0xc00);
  const third =
    load<f32>(entryAt(entries, load<u8>(code, 4)), 0x1000) + load<f32>(entryAt(entries, load<u8>(code, 5)), 0x1400);
  const fourth =
    load<f32>(entryAt(entries, load<u8>(code, 6)), 0x1800) + load<f32>(entryAt(entries, load<u8>(code, 7)), 0x1c00);
  return first + second + (third + fourth);
}

function entryAt(entries: usize, code: u8): usize {
  return entries + (usize(code) << 2);
}
