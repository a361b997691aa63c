/** A WAV file of tones with pauses between them, one second each, 16 bits, 16 kHz. */
export function makeRecording(seconds: readonly ('tone' | 'pause')[]): Uint8Array {
  const data = Buffer.alloc(seconds.length * 32_000);
  for (let i = 0; i < data.length / 2; i++) {
    const sounds = seconds[Math.floor(i / 16_000)] === 'tone' && i % 16_000 < 15_000;
    data.writeInt16LE(sounds ? Math.round(8000 * Math.sin(i / 5)) : 0, 2 * i);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
