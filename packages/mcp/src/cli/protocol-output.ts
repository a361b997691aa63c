import { Writable } from 'node:stream';

/**
 * Takes standard output for the protocol alone: what else is written to it, by `console.log` or in a thread, goes to standard
 * error from now on.
 */
export function protocolOutput(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, encoding, done) => void write(chunk, encoding, done),
  });
  // A client that is gone: who listens to the output hears of it.
  stdout.on('error', (error) => output.destroy(error));
  stderr.on('error', () => {});
  return output;
}
