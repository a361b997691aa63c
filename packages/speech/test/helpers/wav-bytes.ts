/** How {@link wavBytes} stores samples. */
export interface WavKind {
  readonly bits: 8 | 16 | 24 | 32 | 64;
  readonly isFloat?: boolean;
  readonly isExtensible?: boolean;
  readonly sampleRate?: number;
  /** What the header says of the length of the data. Default: what it is. */
  readonly dataSize?: number;
  /** A chunk before the samples. */
  readonly extra?: Uint8Array;
}

/** A WAV file of channels of one length. */
export function wavBytes(channels: readonly Float32Array[], kind: WavKind): Uint8Array {
  const { bits, isFloat = false, isExtensible = false, sampleRate = 16_000, extra } = kind;
  const size = bits / 8;
  const frames = channels[0]?.length ?? 0;
  const data = Buffer.alloc(frames * channels.length * size);
  for (let i = 0; i < frames; i++) {
    for (const [channel, samples] of channels.entries())
      write(data, (i * channels.length + channel) * size, samples[i] ?? 0);
  }
  const format = Buffer.alloc(isExtensible ? 40 : 16);
  const code = isFloat ? 3 : 1;
  format.writeUInt16LE(isExtensible ? 0xfffe : code, 0);
  format.writeUInt16LE(channels.length, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * channels.length * size, 8);
  format.writeUInt16LE(channels.length * size, 12);
  format.writeUInt16LE(bits, 14);
  if (isExtensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bits, 18);
    format.writeUInt16LE(code, 24);
  }
  const chunks = [chunk('fmt ', format), ...(extra ? [chunk('LIST', extra)] : []), chunk('data', data, kind.dataSize)];
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks]);
  return chunk('RIFF', body);

  function write(into: Buffer, at: number, sample: number): void {
    if (isFloat) {
      if (bits === 32) into.writeFloatLE(sample, at);
      else into.writeDoubleLE(sample, at);
      return;
    }
    const most = 2 ** (bits - 1);
    const whole = Math.max(-most, Math.min(most - 1, Math.round(sample * most)));
    if (bits === 8) into.writeUInt8(whole + 128, at);
    else into.writeIntLE(whole, at, size);
  }
}

function chunk(name: string, bytes: Uint8Array, size = bytes.length): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 0, 'latin1');
  header.writeUInt32LE(size, 4);
  return Buffer.concat([header, bytes, Buffer.alloc(bytes.length % 2)]);
}
