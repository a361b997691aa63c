import type { ConnectionCount, ConnectionLog } from './connection-log.ts';

/** A connection while its numbers still change. */
export interface LiveConnection {
  readonly host: string;
  readonly port: number | undefined;
  readonly purpose: string;
  address: string | undefined;
  /** What has gone over it so far. */
  bytes(): { readonly sent: number; readonly received: number };
}

interface Remembered extends LiveConnection {
  readonly openedAt: number;
  refused: boolean;
}

type Count = { -readonly [key in keyof ConnectionCount]: ConnectionCount[key] };

const mostRecent = 256;
const mostCounts = 512;

/** Keeps the log of connections in bounded memory. */
export interface ConnectionRecorder {
  /** Takes a connection that is about to be opened, and gives back what tells of its end. */
  open(connection: LiveConnection): { close(): void; refuse(): void };
  /** Takes one that was not opened. */
  refuse(connection: Pick<LiveConnection, 'host' | 'port' | 'purpose'>): void;
  snapshot(): ConnectionLog;
}

/** Makes an empty log. */
export function createConnectionRecorder(): ConnectionRecorder {
  const since = Date.now();
  const counts = new Map<string, Count>();
  const recent: Remembered[] = [];
  const open = new Map<Remembered, Count>();

  function countOf(host: string, purpose: string): Count {
    const key = JSON.stringify([host, purpose]);
    const known = counts.get(key);
    if (known !== undefined) return known;
    if (counts.size >= mostCounts && host !== 'other hosts') return countOf('other hosts', '');
    const count = { host, purpose, opened: 0, refused: 0, bytesSent: 0, bytesReceived: 0 };
    counts.set(key, count);
    return count;
  }

  function remember(connection: LiveConnection, isRefused: boolean): Remembered {
    const remembered = Object.assign(connection, { openedAt: Date.now(), refused: isRefused });
    recent.push(remembered);
    if (recent.length > mostRecent) recent.shift();
    return remembered;
  }

  return {
    open(connection) {
      const count = countOf(connection.host, connection.purpose);
      count.opened++;
      const remembered = remember(connection, false);
      open.set(remembered, count);
      return {
        close() {
          if (!open.delete(remembered)) return;
          const { sent, received } = remembered.bytes();
          count.bytesSent += sent;
          count.bytesReceived += received;
          // The socket itself may go.
          remembered.bytes = () => ({ sent, received });
        },
        refuse() {
          count.opened--;
          count.refused++;
          remembered.refused = true;
        },
      };
    },
    refuse({ host, port, purpose }) {
      countOf(host, purpose).refused++;
      remember({ host, port, purpose, address: undefined, bytes: () => ({ sent: 0, received: 0 }) }, true);
    },
    snapshot() {
      const copies = new Map([...counts.values()].map((count) => [count, { ...count }]));
      for (const [{ bytes }, count] of open) {
        const copy = copies.get(count) as Count;
        const { sent, received } = bytes();
        copy.bytesSent += sent;
        copy.bytesReceived += received;
      }
      return {
        since,
        counts: [...copies.values()],
        recent: recent.map(({ host, address, port, purpose, openedAt, refused, bytes }) => {
          const { sent: bytesSent, received: bytesReceived } = bytes();
          return { host, address, port, purpose, openedAt, bytesSent, bytesReceived, refused };
        }),
      };
    },
  };
}
