import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('../src/extractors/pdf/forgive-looking-ahead.ts', import.meta.url).href;

/** Runs a program of its own, in which nobody else listens to rejections. */
function run(program: string, ...options: string[]): { status: number | null; stdout: string; stderr: string } {
  const begin = `
    import { getDocument } from 'unpdf/pdfjs';
    import { forgiveLookingAhead } from '${module}';
    const ofPdf = await getDocument({ data: new Uint8Array(10), verbosity: 0 }).promise.catch((error) => error);
    const turn = () => new Promise((resolve) => setTimeout(resolve, 20));
  `;
  return spawnSync(process.execPath, ['--no-warnings', ...options, '--input-type=module', '-e', begin + program], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
  });
}

test('a rejection of pdf.js that nobody hears does not end the process while a document is open', () => {
  const { status, stdout } = run(`
    const [end, endOther] = [forgiveLookingAhead(), forgiveLookingAhead()];
    end();
    Promise.reject(ofPdf);
    await turn();
    endOther();
    console.log(ofPdf.name, process.listenerCount('unhandledRejection'));
  `);
  expect([status, stdout.trim()]).toEqual([0, 'InvalidPDFException 0']);
});

test.each([
  ['of others', `forgiveLookingAhead(); Promise.reject(new Error('of the host'));`, 'of the host'],
  ['after it was closed', 'forgiveLookingAhead()(); Promise.reject(ofPdf);', 'InvalidPDFException'],
])('a rejection ends it as ever: %s', (_, program, message) => {
  const { status, stderr } = run(`${program} await turn(); console.log('alive');`);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});

test.each(['warn', 'none'])('a rejection of others ends nothing where Node.js was told so: %s', (mode) => {
  const program = `forgiveLookingAhead(); Promise.reject(new Error('of the host')); await turn(); console.log('alive');`;
  const { status, stdout } = run(program, `--unhandled-rejections=${mode}`);
  expect([status, stdout.trim()]).toEqual([0, 'alive']);
});
