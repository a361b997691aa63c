import { writeZipfFiles } from './write-zipf-files.ts';

// A process that writes generated text: its arguments are the new folder and the megabytes.
const [directory, megabytes] = process.argv.slice(2);
if (directory === undefined || megabytes === undefined) throw new Error('Give a new folder and a number of megabytes.');
process.stdout.write(String(await writeZipfFiles(directory, Number(megabytes))));
