import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** Differs for any later process with the same id: boot id (Linux only) and start time. Undefined if it has ended. */
export function readProcessIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The second field is the command in brackets and may contain spaces, so count from its end to field 22, the start time.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z') return undefined
      const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return `${bootId}/${fields[19]}`
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns whether the process is a PostgreSQL server on this cluster, not an unrelated one with the same id. */
export function isPostmasterFor(pid: number, cluster: string): boolean {
  if (readProcessIdentity(pid) === undefined) return false
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(cluster)
  } catch {
    return false
  }
}
