import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Watches the resident memory of a process. `most` returns the peak so far, in MB. */
export function watchMemory(pid: number): { most(): number; stop(): void } {
  let maxMb = residentMb(pid)
  const timer = setInterval(() => {
    maxMb = Math.max(maxMb, residentMb(pid))
  }, 100)
  return { most: () => maxMb, stop: () => clearInterval(timer) }
}

/** Returns the resident memory in MB; 0 if there is no such process. */
function residentMb(pid: number): number {
  try {
    const kb =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
    return Math.round(Number(kb ?? 0) / 1024)
  } catch {
    return 0
  }
}
