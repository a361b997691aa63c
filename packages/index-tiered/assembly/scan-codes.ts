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
      score += sumOfEight(entries, load<u64>(code));
      code += 8;
      entries += partBytes << 3;
    }
    while (code < end) {
      score += load<f32>(entries + (usize(load<u8>(code)) << 2));
      code++;
      entries += partBytes;
    }
    store<f32>(scores + (i << 2), score);
  }
}

/** The sum of the entries of eight parts, added in pairs so that few additions wait for others. */
function sumOfEight(entries: usize, codes: u64): f32 {
  const first =
    load<f32>(entries + (usize(codes << 2) & 0x3fc)) + load<f32>(entries + (usize(codes >> 6) & 0x3fc), 0x400);
  const second =
    load<f32>(entries + (usize(codes >> 14) & 0x3fc), 0x800) + load<f32>(entries + (usize(codes >> 22) & 0x3fc), 0xc00);
  const third =
    load<f32>(entries + (usize(codes >> 30) & 0x3fc), 0x1000) +
    load<f32>(entries + (usize(codes >> 38) & 0x3fc), 0x1400);
  const fourth =
    load<f32>(entries + (usize(codes >> 46) & 0x3fc), 0x1800) +
    load<f32>(entries + (usize(codes >> 54) & 0x3fc), 0x1c00);
  return first + second + (third + fourth);
}
