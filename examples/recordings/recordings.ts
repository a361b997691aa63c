import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRecording } from './make-recording.ts';
import { scriptedTranscriber } from './scripted-transcriber.ts';

const scratch = await mkdtemp(join(tmpdir(), 'cubo-recordings-'));
const path = join(scratch, 'library');
const documents = join(scratch, 'documents');
await mkdir(documents);
await writeFile(join(documents, 'meeting.wav'), makeRecording(['pause', 'tone', 'pause', 'tone']));
const transcriber = scriptedTranscriber(['The lease ends in March.', 'The caretaker keeps the keys of the cellar.']);

// #region ingest
import { citationLabel, createCubo } from '@cubo/core';
import { audioExtractor, ffmpegDecoder } from '@cubo/speech';

const cubo = await createCubo({
  path,
  // Videos, and what else ffmpeg reads, where it is installed; WAV, FLAC, MP3 and Ogg need nothing.
  extractors: [audioExtractor({ transcriber, decoders: [ffmpegDecoder()] })],
});
await cubo.ingest(documents);
const [hit] = await cubo.search('Who has the keys?');
if (hit) console.log(citationLabel(hit.source, hit.locator), hit.text); // meeting.wav, time 0:01–0:03 The lease …
// #endregion

const spoken = makeRecording(['tone', 'pause']);
const asking = scriptedTranscriber(['Who keeps the keys of the cellar?']);

// #region ask
import { transcribe } from '@cubo/speech';

let question = '';
const recording = { bytes: spoken, mediaType: 'audio/wav' };
for await (const { text } of transcribe(recording, { transcriber: asking })) question += ` ${text}`;
const answer = await cubo.ask(question.trim());
console.log(question.trim(), answer.text);
// #endregion

await cubo.close();
await rm(scratch, { recursive: true });
if (hit?.locator.kind !== 'time' || !answer.text.includes('caretaker')) throw new Error('Nothing was heard.');
