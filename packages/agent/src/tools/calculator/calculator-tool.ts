import { type AgentTool, defineTool } from '../agent-tool.ts';
import { objectSchema } from '../object-schema.ts';
import { evaluate, longestExpression } from './evaluate.ts';

const input = objectSchema({
  expression: {
    type: 'string',
    description:
      'Such as (1250.50 - 3 * 99) * 1.22; + - * / % ^, abs ceil floor max min round(x, places) sqrt sum, pi.',
    isRequired: true,
    minimum: 1,
    maximum: longestExpression,
  },
});

/** Works expressions out, in exact decimal numbers. */
export function calculatorTool(): AgentTool {
  return defineTool({
    name: 'calculator',
    description: 'Works out an arithmetic expression exactly. Use it for every calculation.',
    input,
    inputSchema: input.inputSchema,
    parallel: true,
    execute: ({ expression }) => `${expression.trim()} = ${evaluate(expression)}`.replace('= ≈', '≈'),
  });
}
