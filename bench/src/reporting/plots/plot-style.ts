interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly accent: string;
}

/** Ink on paper, one accent. Text has a contrast of at least 4.5 to the paper in both. */
export const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: { paper: '#ffffff', ink: '#1d1f23', muted: '#63686f', grid: '#e4e6e9', accent: '#0a6f9c' },
  dark: { paper: '#16181c', ink: '#e9eaec', muted: '#a0a6ad', grid: '#30343a', accent: '#57bde6' },
};

/** Fonts that are there already: a page fetches none. */
export const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** The style of plots, for the computer's light or dark mode. Colours are classes, so that a page can give it once. */
export function plotStyle(): string {
  return `.plot text{font:12px ${fontFamily}}
.plot .title{font-size:15px;font-weight:600}
.plot .end{text-anchor:end}
.plot .middle{text-anchor:middle}
.plot .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.plot .grid-line{stroke-width:1}
.plot .mark-line{stroke-width:1;stroke-dasharray:3 3}
.plot .point{stroke-width:1.75}
${colours(palettes.light)}
@media (prefers-color-scheme:dark){
${colours(palettes.dark)}
}`;
}

function colours({ paper, ink, muted, grid, accent }: Palette): string {
  return `.plot .paper{fill:${paper}}
.plot .ink{fill:${ink}}
.plot .muted{fill:${muted}}
.plot .accent{fill:${accent}}
.plot .grid-line{stroke:${grid}}
.plot .mark-line,.plot .line.other,.plot .point.other{stroke:${muted}}
.plot .line.own,.plot .point.own{stroke:${accent}}
.plot .point.other.full{fill:${muted}}
.plot .point.own.full{fill:${accent}}
.plot .point.hollow{fill:${paper}}`;
}
