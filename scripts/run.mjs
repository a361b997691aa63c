#!/usr/bin/env node
// @ts-check
// `npm run <task> -- <arguments>` from a bare checkout: installs, finds a Node that is new enough, builds, runs the
// task. This file and everything under ./lib runs on Node 20 with nothing installed.
import { ensureBuilt } from './lib/build.mjs';
import { chooseNode } from './lib/choose-node.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { report } from './lib/report.mjs';
import { runNode } from './lib/run-node.mjs';
import { SetupError } from './lib/setup-error.mjs';
import { findTask } from './lib/tasks.mjs';

try {
  const [name, ...args] = process.argv.slice(2);
  const task = findTask(name);
  await ensureInstalled();
  const node = chooseNode();
  await ensureBuilt({ node });
  if (task.entry) await runNode({ node, task, args });
  else report('The packages are built.');
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  report(error.message);
  process.exitCode = 1;
}
