import { readdirSync, readFileSync } from 'node:fs'
import type { BenchServer } from './start-server.ts'

/** CPU time in microseconds (user and system) of each part. */
export type CpuTimes = { readonly server: number; readonly postgres: number; readonly loader: number }

/** Linux counts CPU time in hundredths of a second (USER_HZ) on every architecture that Node supports. */
const TICK_US = 10_000

/**
 * Returns the CPU time used so far by the servers, by all PostgreSQL processes under these postmasters, and by the finished load
 * generators. Unlike rates, CPU time depends little on other load on the machine. Undefined without /proc.
 */
export async function readCpu(
  servers: readonly BenchServer[],
  postmasters: readonly number[],
): Promise<CpuTimes | undefined> {
  try {
    const self = readStat('self')
    const stats = await Promise.all(servers.map(it => it.stats()))
    const cpuUs = stats.reduce((sum, it) => sum + it.cpuUs, 0)
    const ticks = postmasters.reduce((sum, it) => sum + countFamilyTicks(it), 0)
    return { server: cpuUs, postgres: ticks * TICK_US, loader: self.children * TICK_US }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns the CPU time per response between two readings, in microseconds with one decimal. */
export function cpuPerAnswer(
  before: CpuTimes | undefined,
  after: CpuTimes | undefined,
  answers: number,
): CpuTimes | undefined {
  if (!before || !after) return undefined
  const perAnswer = (part: keyof CpuTimes) => Math.round(((after[part] - before[part]) / answers) * 10) / 10
  return { server: perAnswer('server'), postgres: perAnswer('postgres'), loader: perAnswer('loader') }
}

/** Sums the ticks of a process and its children. The figures of the parent include children that have already ended. */
function countFamilyTicks(parent: number): number {
  const parentStat = readStat(String(parent))
  let ticks = parentStat.own + parentStat.children
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const { ppid, own } = readStat(entry)
      if (ppid === parent) ticks += own
    } catch {
      // The process ended in the meantime.
    }
  }
  return ticks
}

/**
 * Reads the status of a process; see proc_pid_stat(5). The name in parentheses may contain spaces, so fields are counted from its
 * end.
 */
function readStat(pid: string): { ppid: number; own: number; children: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (fieldNumber: number) => Number(fields[fieldNumber - 3])
  return { ppid: field(4), own: field(14) + field(15), children: field(16) + field(17) }
}
