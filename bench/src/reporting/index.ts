export type { Chart, DotChart, LineChart } from './chart.ts';
export type { PageContent, Table } from './page-content.ts';
export { reportArguments, reportUsage } from './report-arguments.ts';
export { createReporter } from './reporter.ts';
