/** Processor time of this thread alone so far, where Node tells it; else of the process. */
export function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}
