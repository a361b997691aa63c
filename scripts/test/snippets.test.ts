import { describe, expect, it } from 'vitest';
import { fillSnippets } from '../lib/fill-snippets.mjs';
import { snippetRegion } from '../lib/snippet-region.mjs';

const source = [
  "import { a } from 'a';",
  'async function main() {',
  '  // #region outer',
  '  const one = 1;',
  '',
  '  // #region inner',
  '  if (one) {',
  '    two();',
  '  }',
  '  // #endregion',
  '  // #endregion',
  '}',
  '// #region open',
].join('\n');

describe('snippetRegion', () => {
  it('cuts a region and removes the shared indentation', () => {
    expect(snippetRegion(source, 'inner')).toBe('if (one) {\n  two();\n}');
  });

  it('leaves out the markers of regions within it', () => {
    expect(snippetRegion(source, 'outer')).toBe('const one = 1;\n\nif (one) {\n  two();\n}');
  });

  it('does not find a region that is missing or has no end', () => {
    expect(snippetRegion(source, 'absent')).toBeUndefined();
    expect(snippetRegion(source, 'open')).toBeUndefined();
  });
});

describe('fillSnippets', () => {
  const read = (path: string) => (path === 'examples/a.ts' ? source : undefined);
  const comment = '<!-- snippet: examples/a.ts#inner -->';

  it('replaces what a block holds and leaves the rest as it is', () => {
    const page = `# Title\n\n${comment}\n\`\`\`ts\nold\nlines\n\`\`\`\nafter\n`;
    const filled = fillSnippets(page, read);
    expect(filled.problems).toEqual([]);
    expect(filled.text).toBe(`# Title\n\n${comment}\n\`\`\`ts\nif (one) {\n  two();\n}\n\`\`\`\nafter\n`);
    expect(fillSnippets(filled.text, read)).toEqual(filled);
  });

  it('allows a blank line under the comment and keeps the indentation of a list', () => {
    const page = `${comment}\n\n  \`\`\`ts\n  old\n  \`\`\`\n`;
    expect(fillSnippets(page, read).text).toBe(`${comment}\n\n  \`\`\`ts\n  if (one) {\n    two();\n  }\n  \`\`\`\n`);
  });

  it('names code blocks that come from nowhere, in every spelling of the languages', () => {
    for (const language of ['ts', 'typescript', 'js', 'javascript', 'mjs']) {
      const { problems, text } = fillSnippets(`text\n\`\`\`${language}\ncode\n\`\`\`\n`, read);
      expect(problems).toEqual(['2: this code block does not say which file it is taken from']);
      expect(text).toContain('code');
    }
  });

  it('names regions and files that do not exist, and keeps the text', () => {
    const page = '<!-- snippet: examples/b.ts#inner -->\n```ts\nold\n```\n';
    expect(fillSnippets(page, read)).toEqual({
      text: page,
      problems: ['2: there is no region examples/b.ts#inner'],
    });
  });

  it('has no opinion on other languages, nor on fences inside a longer fence', () => {
    const page = '```sh\nnpm test\n```\n\n````md\n```ts\ncode\n```\n````\n';
    expect(fillSnippets(page, read)).toEqual({ text: page, problems: [] });
  });
});
