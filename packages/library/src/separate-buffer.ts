/** Smaller buffers fit into what was left free before. */
const leastBytes = 2 ** 20;
/** What the allocator of the system always asks the system for, and gives back to it as soon as it is freed. */
const alwaysMapped = 2 ** 25;

/**
 * A buffer of zeros, of at least so many bytes, whose memory goes back to the system when it is let go of.
 *
 * The allocator of glibc keeps memory that is freed, unless it was mapped on its own. So are large pieces at first; but
 * once one was freed, those up to its size are no longer, up to 32 MiB: work that needs buffers of many sizes, one after
 * the other, left more than a hundred megabytes between them. So a buffer from 1 MiB on is made as large as that. Pages
 * that nobody writes to take no memory.
 */
export function separateBuffer(bytes: number): ArrayBuffer {
  const isKept = process.platform === 'linux' && bytes >= leastBytes;
  return new ArrayBuffer(isKept ? Math.max(bytes, alwaysMapped) : bytes);
}
