import { copyFile, open, readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'

/** The database's own log, and one generation of it, never hold more than twice this and what a minute adds. */
const LIMIT_BYTES = 10_000_000
const LOOK_EVERY_MS = 60_000

const pathOf = (home: string) => join(home, 'postgres.log')

export async function openServerLog(home: string) {
  await trimServerLog(home)
  return open(pathOf(home), 'a', 0o600)
}

/**
 * Moves a log that grew too long aside. By copy, because the server holds the file open; it only ever appends, so that it
 * goes on at the beginning. Lines written between copy and cut are lost: better those than the disk.
 */
export async function trimServerLog(home: string, limit = LIMIT_BYTES): Promise<void> {
  const path = pathOf(home)
  const size = await stat(path).then(
    it => it.size,
    () => 0,
  )
  if (size <= limit) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}

/** Looks once a minute, for as long as the process lives or until the function it gives is called. */
export function keepServerLogShort(home: string): () => void {
  const timer = setInterval(() => void trimServerLog(home).catch(() => undefined), LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export async function lastLogLines(home: string, count = 5): Promise<string> {
  const text = await readFile(pathOf(home), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
