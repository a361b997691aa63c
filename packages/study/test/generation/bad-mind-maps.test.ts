import { expect, test } from 'vitest';
import { mindMapItems } from '../../src/mind-map/mind-map-item.ts';
import { itemsOf, readBadOutputs } from './bad-outputs.ts';

const file = readBadOutputs('mind-maps');

test.each(file.cases)('$name', async (output) => {
  const { made, expected } = await itemsOf(mindMapItems('Cells', new Map()), output, file);
  expect(made).toEqual(expected);
});
