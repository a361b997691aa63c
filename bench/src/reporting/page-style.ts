import { fontFamily, palettes, plotStyle } from './plots/plot-style.ts';

const variables = ({ paper, ink, muted, grid, accent }: (typeof palettes)['light']) =>
  `--paper:${paper};--ink:${ink};--muted:${muted};--grid:${grid};--accent:${accent}`;

/** The style of a page and of the plots in it. */
export const pageStyle = (): string => `:root{color-scheme:light dark;${variables(palettes.light)}}
@media (prefers-color-scheme:dark){:root{${variables(palettes.dark)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 ${fontFamily}}
main{max-width:46rem;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.4rem;line-height:1.3;margin:4rem 0 .25rem;padding-top:1.25rem;border-top:1px solid var(--grid)}
h3{font-size:1rem;margin:2rem 0 .5rem}
p{margin:.5rem 0}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:2px}
nav a{margin-right:1.25rem}
.aside,figcaption,footer{color:var(--muted);font-size:.875rem}
figure{margin:2rem 0}
figure svg{display:block;width:100%;min-width:34rem;height:auto}
figcaption{margin-top:.5rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;width:100%}
th,td{padding:.3rem .75rem .3rem 0;text-align:right;border-bottom:1px solid var(--grid);vertical-align:top}
th{color:var(--muted);font-weight:500}
td:not(:first-child),th{white-space:nowrap}
.words{min-width:34rem}
.words td:not(.verdict){white-space:normal}
th:first-child,td:first-child,.words td,.words th{text-align:left}
td:last-child,th:last-child{padding-right:0}
td.verdict{white-space:nowrap}
.met{color:var(--muted)}
.missed{color:var(--accent);font-weight:600}
details{margin:1rem 0}
summary{cursor:pointer;font-weight:600}
ul{padding-left:1.2rem}
${plotStyle()}`;
