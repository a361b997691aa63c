import { parentPort } from 'node:worker_threads';

// A thread that does what it is told, among it what threads ought not to do.
parentPort?.on('message', (request: string) => {
  switch (request) {
    case 'crash':
      throw new Error('out of order');
    case 'exit':
      process.exit(3);
      break;
    case 'hang':
      for (;;);
    case 'fail':
      parentPort?.postMessage({ error: 'no such page' });
      break;
    case 'worn':
      parentPort?.postMessage({ result: 'worn', worn: true });
      break;
    default:
      setTimeout(() => parentPort?.postMessage({ result: `${request}!` }), request === 'slow' ? 200 : 0);
  }
});
