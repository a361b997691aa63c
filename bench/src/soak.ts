import { checkRandomConversations } from '../../packages/agent/test/random-conversations.ts';
import { checkRandomHistories } from '../../packages/retrieval/test/lexical/random-histories.ts';
import { badArguments, parseArguments, processOutput, runCommand } from './command/index.ts';
import { interleaveVectors } from './soaks/interleave-vectors.ts';
import { killIngest } from './soaks/kill-ingest.ts';
import { mutateDocuments } from './soaks/mutate-documents.ts';
import { assertNoGrowth } from './soaks/no-growth.ts';
import { simulateHost } from './soaks/simulate-host.ts';

const usage =
  'npm run --silent soak -- [--kills 30 [--encrypted]] [--mutations 10000] [--interleavings 1000] [--host-hours 24] [--conversations 2000] [--seed 1] [--json]';

process.exitCode = await runCommand(async () => {
  const options = {
    kills: { type: 'string' },
    encrypted: { type: 'boolean' },
    mutations: { type: 'string' },
    interleavings: { type: 'string' },
    'host-hours': { type: 'string' },
    conversations: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'boolean' },
  } as const;
  const given = parseArguments(process.argv.slice(2), options, usage);
  const { kills, mutations, interleavings, 'host-hours': hostHours, conversations, seed = '1', json = false } = given;
  const { encrypted = false } = given;
  for (const [name, value] of Object.entries({
    kills,
    mutations,
    interleavings,
    'host-hours': hostHours,
    conversations,
  }))
    if (value !== undefined && !/^[1-9]\d*$/.test(value))
      throw badArguments(`--${name} ${value} is not a number.`, usage);
  if (!/^\d+$/.test(seed)) throw badArguments(`--seed ${seed} is not a whole number.`, usage);
  if (mutations !== undefined) {
    await mutateDocuments({ mutations: Number(mutations), seed: Number(seed) });
    if (json) processOutput.result(JSON.stringify({ soak: 'mutate-documents', mutations: Number(mutations) }));
    else processOutput.result(`${mutations} damaged documents ended as text or with a reason`);
  }
  if (interleavings !== undefined) {
    const runs = Number(interleavings);
    const { hits, expected } = await interleaveVectors({ seed: Number(seed), runs });
    const recall = hits / expected;
    if (json) processOutput.result(JSON.stringify({ soak: 'interleave-vectors', runs, recall }));
    else processOutput.result(`${runs} interleavings of vectors agree with brute force; recall ${recall.toFixed(4)}`);
    const half = Math.ceil(runs / 2);
    for (const immutable of [true, false]) await checkRandomHistories({ seed: Number(seed), runs: half, immutable });
    if (json) processOutput.result(JSON.stringify({ soak: 'interleave-texts', runs: 2 * half }));
    else processOutput.result(`${2 * half} interleavings of texts agree with scoring all of them, bit for bit`);
  }
  if (hostHours !== undefined) {
    const report = await simulateHost({
      hours: Number(hostHours),
      onProgress: (text) => processOutput.message(text),
    });
    const growth = assertNoGrowth(report);
    if (json) processOutput.result(JSON.stringify({ soak: 'simulate-host', ...report, growth }));
    else {
      const { searches, ingests, loads } = report;
      const mebibytes = (growth.heapBytes / 2 ** 20).toFixed(1);
      processOutput.result(
        `${hostHours} hours of a host, ${searches} searches and ${ingests} ingests, in which the model was loaded ${loads} times:`,
      );
      processOutput.result(`no handles, files, listeners or timers were left; the heap grew by ${mebibytes} MiB`);
    }
  }
  if (conversations !== undefined) {
    const report = await checkRandomConversations({ seed: Number(seed), runs: Number(conversations) });
    if (json) processOutput.result(JSON.stringify({ soak: 'random-conversations', ...report }));
    else {
      const { turns, requests, cancelled, crowded } = report;
      processOutput.result(
        `${conversations} conversations of ${turns} turns and ${requests} requests, ${cancelled} turns cancelled, ${crowded} with others left out:`,
      );
      processOutput.result('each history was what was done, its budget was kept, and no call was without its result');
    }
  }
  if (kills === undefined && (mutations ?? interleavings ?? hostHours ?? conversations) !== undefined) return;
  const report = await killIngest({
    kills: Number(kills ?? 30),
    seed: Number(seed),
    largeCharacters: 20_000_000,
    encrypted,
    onProgress: (text) => processOutput.message(text),
  });
  if (json) {
    processOutput.result(JSON.stringify({ soak: 'kill-ingest', encrypted, ...report }));
  } else {
    processOutput.result(`${report.kills} kills, ${report.halfWay} of them with some documents done and some not:`);
    processOutput.result(
      `every library became equal to an uninterrupted one; ${report.repeatedDocuments} documents were read again`,
    );
  }
}, processOutput);
