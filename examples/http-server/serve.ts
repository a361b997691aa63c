import { readSettings } from './server/settings.ts';
import { startServer } from './server/start-server.ts';

const settings = readSettings(process.env);
const { url, stop } = await startServer(settings);
console.log(`Listening at ${url}`);
if (settings.isTokenMadeUp) console.log(`Token for this run: ${settings.token}`);

// The second signal ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
