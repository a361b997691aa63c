import { totalmem } from 'node:os';

/** How much memory there is for all programs of the computer, or of the container that the process runs in. */
export interface MemoryGauge {
  /** Bytes. */
  readonly total: number;
  /** Bytes that can be taken without others being written to the disk; `undefined` where the system does not tell. */
  available(): number | undefined;
}

/**
 * Below this share of the memory it is short. It is the share at which earlyoom, the usual guard of Linux desktops, begins
 * to end programs by default; the memory of models is to be given back before that.
 */
const shortShare = 0.1;

/** Whether memory has become short for the whole computer. */
export function isMemoryShort({ total, available }: MemoryGauge): boolean {
  const bytes = available();
  return bytes !== undefined && bytes < shortShare * total;
}

/** The gauge of this computer. */
export function computerMemory(): MemoryGauge {
  const limit = process.constrainedMemory();
  return {
    total: limit > 0 ? Math.min(limit, totalmem()) : totalmem(),
    available: () => (tellsAvailable() ? process.availableMemory() : undefined),
  };
}

/** Until 1.52, libuv took memory that macOS can give back at once for memory in use: next to nothing seemed available. */
function tellsAvailable(): boolean {
  if (process.platform !== 'darwin') return true;
  const [major = 0, minor = 0] = process.versions.uv.split('.').map(Number);
  return major > 1 || minor >= 52;
}
