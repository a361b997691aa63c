/** Whether a picture is light or dark, or as the reader's system is. */
export type MindMapTheme = 'auto' | 'light' | 'dark';

/** The style of a map. All rules are bound to its class, so that they change nothing of a page it stands in. */
export function styleSheet(theme: MindMapTheme): string {
  const own = `.cubo-mind-map.${theme}`;
  const base = [
    `${own}{font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif}`,
    `${own} text{text-anchor:middle}`,
    `${own} .edge{fill:none;stroke-width:2;stroke-linecap:round}`,
    `${own} .node rect{stroke-width:1.5}`,
    `${own} .level-0 text,${own} .level-1 text{font-weight:600}`,
  ];
  const light = colours(own, lightColours);
  const dark = colours(own, darkColours);
  if (theme === 'dark') return [...base, ...dark].join('\n');
  if (theme === 'light') return [...base, ...light].join('\n');
  return [...base, ...light, `@media (prefers-color-scheme:dark){${dark.join('\n')}}`].join('\n');
}

interface Colours {
  readonly ground: string;
  readonly text: string;
  readonly root: readonly [fill: string, text: string];
  /** Of boxes deep in the tree. */
  readonly leaf: string;
  /** Of the eight branches: line, and what main branches are filled with. */
  readonly branches: readonly (readonly [line: string, fill: string])[];
}

function colours(own: string, { ground, text, root, leaf, branches }: Colours): string[] {
  return [
    `${own} .ground{fill:${ground}}`,
    `${own} text{fill:${text}}`,
    `${own} .node rect{fill:${leaf}}`,
    `${own} .root rect{fill:${root[0]};stroke:${root[0]}}`,
    `${own} .root text{fill:${root[1]}}`,
    ...branches.flatMap(([line, fill], index) => [
      `${own} .branch-${index}.edge,${own} .branch-${index} rect{stroke:${line}}`,
      `${own} .level-1.branch-${index} rect{fill:${fill}}`,
    ]),
  ];
}

/** Text on any of the fills has a contrast of 7 to 1 or more. */
const lightColours: Colours = {
  ground: '#ffffff',
  text: '#1c2430',
  root: ['#1f3a5f', '#ffffff'],
  leaf: '#ffffff',
  branches: [
    ['#2563a8', '#dceafb'],
    ['#b4541a', '#fce7d8'],
    ['#2c7a4b', '#dcf3e4'],
    ['#a12f6a', '#fae0ee'],
    ['#6a4bb0', '#e9e2fa'],
    ['#8a6d10', '#f8efcf'],
    ['#1f7a85', '#d9f2f4'],
    ['#a83238', '#fbe0e1'],
  ],
};

const darkColours: Colours = {
  ground: '#14181f',
  text: '#eef2f7',
  root: ['#cfe0f5', '#14202f'],
  leaf: '#1b212b',
  branches: [
    ['#6aa6ea', '#1d3350'],
    ['#e9945c', '#47290f'],
    ['#6cc58d', '#173a25'],
    ['#e483b4', '#471a32'],
    ['#b09af0', '#302253'],
    ['#d8bc52', '#3d3108'],
    ['#62c3ce', '#0f3a40'],
    ['#ee8a8f', '#4a1a1d'],
  ],
};
