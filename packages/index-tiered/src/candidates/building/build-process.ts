import { writeSync } from 'node:fs';
import { loadEngine } from '../engines/load-engine.ts';
import { type BuildRequest, type BuildTrial, buildIndex } from './build-index.ts';
import { decodeFrames } from './vector-frames.ts';

// The process that builds an index of another library: what takes minutes there, or ends the process, does so here. It is
// given a request, and vectors through its standard input; it tells its stages, and at last how many vectors it added.
let told: string | undefined;
function tell(line: string): void {
  // At once: after an abort nothing is written.
  if (line !== told) writeSync(1, `${line}\n`);
  told = line;
}

try {
  const request = JSON.parse(process.argv[2] as string) as BuildRequest | BuildTrial;
  const engine = loadEngine(request.description);
  if ('to' in request) {
    tell(`added ${await buildIndex(engine, request, decodeFrames(process.stdin), tell)}`);
  } else {
    tell('create');
    engine.create();
    tell('added 0');
  }
} catch (error) {
  writeSync(2, `${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// The channel to the parent, which nobody listens to, and what is left of the vectors must not keep it.
process.exit();
