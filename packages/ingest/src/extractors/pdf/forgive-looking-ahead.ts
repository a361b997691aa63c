/**
 * Names in the stacks of what pdf.js throws: of its module, and of the function that makes its kinds of errors, whose
 * stacks are all of the moment when it was loaded.
 */
const ofPdfJs = /\bpdfjs\b|\bBaseExceptionClosure\b/;
let users = 0;

/** What Node.js was told to do with such rejections; by default they end the process. */
function mode(): string {
  const given = [process.env.NODE_OPTIONS ?? '', ...process.execArgv].join(' ');
  return [...given.matchAll(/--unhandled-rejections[= ]([a-z-]+)/g)].at(-1)?.[1] ?? 'throw';
}

/**
 * pdf.js looks ahead at pages that nobody has asked for. Where one is damaged, nobody hears the rejection of that, which
 * would end the process. Until the function is called that it gives, such rejections are passed over: whoever comes to
 * that page is told again. All others end as they do without this.
 */
export function forgiveLookingAhead(): () => void {
  if (users++ === 0) process.on('unhandledRejection', passOver);
  return () => {
    if (--users === 0) process.off('unhandledRejection', passOver);
  };
}

function passOver(reason: unknown): void {
  if (reason instanceof Error && ofPdfJs.test(reason.stack ?? '')) return;
  // Where the host listens too, or has told Node.js to go on, it is the host's to decide.
  if (process.listenerCount('unhandledRejection') === 1 && mode() === 'throw') throw reason;
}
