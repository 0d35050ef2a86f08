/** Milliseconds of processor time that this program has taken so far. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
