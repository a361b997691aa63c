import { type Clock, isTimeZone } from '@cubo/contracts';
import { type AgentTool, defineTool } from './agent-tool.ts';
import { objectSchema } from './object-schema.ts';

const input = objectSchema({
  timeZone: {
    type: 'string',
    description: 'IANA name of a time zone, such as Europe/Berlin. Default: that of the user.',
    maximum: 100,
  },
});

/** Tells date and time in a time zone. */
export function currentTimeTool(options: { readonly clock: Clock; readonly timeZone: string }): AgentTool {
  const { clock } = options;
  return defineTool({
    name: 'current_time',
    description: 'Tells the date, the day of the week and the time.',
    input,
    inputSchema: input.inputSchema,
    parallel: true,
    execute: ({ timeZone = options.timeZone }) => timeIn(timeZone, clock.now()),
  });
}

function timeIn(timeZone: string, now: number): string {
  if (!isTimeZone(timeZone)) throw new Error(`There is no time zone ${timeZone}. Names are like Europe/Berlin.`);
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'long', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZoneName: 'longOffset' },
  });
  const part = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const { weekday, year, month, day, hour, minute, second, timeZoneName } = part;
  return `${weekday}, ${year}-${month}-${day} ${hour}:${minute}:${second} (${timeZone}, ${timeZoneName})`;
}
