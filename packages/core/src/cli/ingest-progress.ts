import type { IngestEvent, IngestProgress } from '@cubo/contracts';
import { countOf } from '../text/count-of.ts';
import type { Output } from './output.ts';
import { progressLine } from './progress-line.ts';

/** Shows the events of an ingest to a person. */
export function createProgress(output: Output): (event: IngestEvent) => void {
  let files = 0;
  let progress: IngestProgress | undefined;
  let source: string | undefined;
  let isEmbedding = false;
  const show = () => output.progress(progressLine({ files, progress, source }));
  return (event) => {
    switch (event.type) {
      case 'job-start':
        if (event.resumed) output.message('Going on with an interrupted ingest.');
        break;
      case 'file-start':
        source = event.source;
        show();
        break;
      case 'file-finish':
        if (event.outcome !== 'removed') files++;
        if (event.outcome === 'skipped') output.message(`skipped: ${event.reason}`);
        for (const { place, reason } of event.unread ?? [])
          output.message(`unread: ${event.source}, ${place}: ${reason}`);
        break;
      case 'file-retry':
        output.message(`again in ${event.seconds} s: ${event.reason}`);
        break;
      case 'progress':
        progress = event;
        // What is told then is how many vectors there are.
        if (!isEmbedding) show();
        break;
      case 'training':
        isEmbedding = true;
        output.progress(`Learning from ${countOf(event.chunks, 'chunk')} (${event.embedder})`);
        break;
      case 'embedding':
        isEmbedding = true;
        output.progress(`${event.done} of ${countOf(event.total, 'vector')}`);
        break;
      case 'done':
        output.line(summary(event));
        break;
    }
  };
}

function summary({ outcomes, chunks, seconds }: Extract<IngestEvent, { type: 'done' }>): string {
  const { indexed, 'partly-indexed': partly, unchanged, moved, duplicate, removed, skipped } = outcomes;
  const counts = [
    `${indexed + partly} indexed${partly > 0 ? ` (${partly} in part)` : ''}`,
    `${unchanged} unchanged`,
    ...(moved > 0 ? [`${moved} moved`] : []),
    ...(duplicate > 0 ? [`${duplicate} the same as others`] : []),
    `${removed} removed`,
    `${skipped} skipped`,
  ];
  return `${counts.join(', ')} · ${countOf(chunks, 'chunk')} in ${seconds.toFixed(1)} s`;
}
