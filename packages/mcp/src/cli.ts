#!/usr/bin/env node
// Before anything else is loaded: a native module of the wrong version would end the process without a word.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 14)) {
  process.stderr.write(`cubo-mcp needs Node.js 22.14 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
// Whatever a library prints must not come between the messages of the protocol.
const { protocolOutput } = await import('./cli/protocol-output.ts');
const output = protocolOutput();
const { runCommand } = await import('./cli/run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2), output);

export {};
