import { CuboError } from '@cubo/contracts';

const oldestNode = [22, 14] as const;

/** Says clearly what a native module would only crash on. */
export function assertNodeVersion(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new CuboError({
    code: 'CUBO_NODE_UNSUPPORTED',
    message: `Cubo needs Node.js ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`,
    remedy: 'Run the application with a newer Node.js.',
  });
}
