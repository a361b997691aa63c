import { CuboError, type Source } from '@cubo/contracts';

/**
 * Counts what the members of a source unpack to, however often each is read: of a second reading only what goes beyond
 * the first counts. Beyond `limit` bytes in all, reading any of them fails with `CUBO_LIMIT_EXCEEDED`.
 */
export function countMemberBytes(limit: number): (member: Source) => Source {
  let total = 0;
  return (member) => {
    /** How far into the member readers have come. */
    let reached = 0;
    function reach(position: number): void {
      if (position <= reached) return;
      total += position - reached;
      reached = position;
      if (total > limit) throw tooLarge(member.uri, limit);
    }
    const { readRange } = member;
    return {
      ...member,
      async *open(options) {
        let position = 0;
        for await (const bytes of member.open(options)) {
          position += bytes.byteLength;
          reach(position);
          yield bytes;
        }
      },
      ...(readRange && {
        async readRange(start, end, options) {
          const bytes = await readRange.call(member, start, end, options);
          reach(start + bytes.byteLength);
          return bytes;
        },
      }),
    };
  };
}

function tooLarge(uri: string, limit: number): CuboError {
  return new CuboError({
    code: 'CUBO_LIMIT_EXCEEDED',
    message: `${uri} and the members before it unpack to more than ${limit} bytes.`,
    remedy: 'Unpack the archive and add the files that are needed.',
    path: uri,
  });
}
