/** A connection that was opened, or refused. */
export interface Connection {
  /** The name or address that was asked for; the path of a Unix socket or named pipe. */
  readonly host: string;
  /** The address that was connected to; undefined before there is one, and for Unix sockets and named pipes. */
  readonly address: string | undefined;
  /** Undefined for Unix sockets and named pipes. */
  readonly port: number | undefined;
  /** What it was for, by the work that opened it; `host application` where that was not work of Cubo. */
  readonly purpose: string;
  /** When it was opened, in milliseconds since the epoch. */
  readonly openedAt: number;
  /** As Node counts them: of a TLS connection, before encryption. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** Whether the guard refused it; then nothing was sent. */
  readonly refused: boolean;
}

/** How much was exchanged with one host for one purpose. */
export interface ConnectionCount {
  /** As in {@link Connection}; `other hosts` for those that came when the log was full. */
  readonly host: string;
  /** As in {@link Connection}; empty for other hosts. */
  readonly purpose: string;
  /** Connections that were opened, or tried. */
  readonly opened: number;
  readonly refused: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

/** The connections of this process (of this thread, in a worker thread) since they are watched. */
export interface ConnectionLog {
  /** Since when, in milliseconds since the epoch. */
  readonly since: number;
  /** By host and purpose. 512 of them are told apart. */
  readonly counts: readonly ConnectionCount[];
  /** The last 256, oldest first. */
  readonly recent: readonly Connection[];
}
