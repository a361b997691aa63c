import { crc32, deflateRawSync } from 'node:zlib';

/** A member of a ZIP archive to write; `claimedSize` and `claimedChecksum` lie. */
export interface ZipMember {
  /** Bytes stand for a name in an encoding of its own, without the flag that says UTF-8. */
  readonly name: string | Uint8Array;
  readonly data: Uint8Array | string;
  readonly deflate?: boolean;
  readonly claimedSize?: number;
  readonly claimedChecksum?: number;
  readonly method?: number;
  /** Sets the flag, encrypts nothing. */
  readonly encrypted?: boolean;
  /** Extra field of its entry in the directory. */
  readonly extra?: Uint8Array;
  /** Sizes and offset go into a ZIP64 field, the sizes of the local header into a descriptor after the data. */
  readonly zip64?: boolean;
}

/** Writes a ZIP archive, the same bytes every time. */
export function zipFile(members: readonly ZipMember[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const { name, data, deflate = false, zip64 = false } = member;
    const bytes = Buffer.from(data as Uint8Array);
    const packed = deflate ? deflateRawSync(bytes, { level: 9 }) : bytes;
    const nameBytes = Buffer.from(name as Uint8Array);
    const checksum = member.claimedChecksum ?? crc32(bytes);
    const size = member.claimedSize ?? bytes.length;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE((typeof name === 'string' ? 0x800 : 0) + (zip64 ? 8 : 0) + (member.encrypted ? 1 : 0), 2);
    fields.writeUInt16LE(member.method ?? (deflate ? 8 : 0), 4);
    fields.writeUInt16LE(0x21, 8);
    const localFields = Buffer.from(fields);
    for (const target of zip64 ? [fields] : [fields, localFields]) {
      target.writeUInt32LE(checksum, 10);
      target.writeUInt32LE(zip64 ? 0xffffffff : packed.length, 14);
      target.writeUInt32LE(zip64 ? 0xffffffff : size, 18);
    }
    for (const target of [fields, localFields]) target.writeUInt16LE(nameBytes.length, 22);
    let extra = Buffer.from(member.extra ?? []);
    const descriptor = Buffer.alloc(zip64 ? 24 : 0);
    if (zip64) {
      const values = Buffer.alloc(28);
      values.writeUInt16LE(1, 0);
      values.writeUInt16LE(24, 2);
      for (const [index, value] of [size, packed.length, offset].entries())
        values.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
      extra = Buffer.concat([extra, values]);
      descriptor.write('PK\x07\x08', 0, 'latin1');
      descriptor.writeUInt32LE(checksum, 4);
      descriptor.writeBigUInt64LE(BigInt(packed.length), 8);
      descriptor.writeBigUInt64LE(BigInt(size), 16);
    }
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), localFields, nameBytes, packed, descriptor]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(zip64 ? 0xffffffff : offset, 10);
    fields.writeUInt16LE(extra.length, 24);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, nameBytes, extra]));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end64 = Buffer.alloc(members.some(({ zip64 }) => zip64) ? 76 : 0);
  if (end64.length > 0) {
    end64.write('PK\x06\x06', 0, 'latin1');
    end64.writeBigUInt64LE(44n, 4);
    for (const at of [24, 32]) end64.writeBigUInt64LE(BigInt(members.length), at);
    end64.writeBigUInt64LE(BigInt(entries.length), 40);
    end64.writeBigUInt64LE(BigInt(offset), 48);
    end64.write('PK\x06\x07', 56, 'latin1');
    end64.writeBigUInt64LE(BigInt(offset + entries.length), 64);
    end64.writeUInt32LE(1, 72);
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(end64.length > 0 ? 0xffffffff : entries.length, 12);
  end.writeUInt32LE(end64.length > 0 ? 0xffffffff : offset, 16);
  return Buffer.concat([...parts, entries, end64, end]);
}
