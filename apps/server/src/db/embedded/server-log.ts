import { copyFile, open, readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'

/** Size limit of the database's log. The log and its one old copy can each exceed it by a minute's lines. */
const MAX_LOG_BYTES = 10_000_000
const TRIM_INTERVAL_MS = 60_000

const toLogPath = (home: string) => join(home, 'postgres.log')

export async function openServerLog(home: string) {
  await rotateServerLog(home)
  return open(toLogPath(home), 'a', 0o600)
}

/**
 * Copies and truncates, because the server keeps the file open. Lines written in between are lost, which is better than a full disk.
 */
export async function rotateServerLog(home: string, limit = MAX_LOG_BYTES): Promise<void> {
  const path = toLogPath(home)
  const size = await stat(path).then(
    it => it.size,
    () => 0,
  )
  if (size <= limit) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}

/** Trims the log once a minute until the returned function is called or the process ends. */
export function startLogTrimming(home: string): () => void {
  const timer = setInterval(() => void rotateServerLog(home).catch(() => undefined), TRIM_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export async function readLastLogLines(home: string, count = 5): Promise<string> {
  const text = await readFile(toLogPath(home), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
