import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataFolderInUseError } from './errors.ts'
import { readProcessIdentity } from './process-identity.ts'

type Holder = { pid: number; identity: string }

/** Throws DataFolderInUseError while the locking process lives. Replaces a killed one's lock, even if its id was reused. */
export async function lockFolder(home: string, dataDir: string): Promise<() => Promise<void>> {
  const path = join(home, 'muster.lock')
  const draft = `${path}.${randomUUID()}`
  const ownHolder: Holder = { pid: process.pid, identity: readProcessIdentity(process.pid) ?? '' }
  await writeFile(draft, JSON.stringify(ownHolder))
  try {
    // A hard link appears completely or not at all, so no reader ever sees a half-written lock.
    while (!(await tryLink(draft, path))) {
      const text = await readOrEmpty(path)
      const holder = parseHolder(text)
      if (holder && readProcessIdentity(holder.pid) === holder.identity)
        throw new DataFolderInUseError(dataDir, holder.pid)
      await removeIfUnchanged(path, text)
    }
  } finally {
    await rm(draft, { force: true })
  }
  return async () => {
    if ((await readOrEmpty(path)) === JSON.stringify(ownHolder)) await rm(path, { force: true })
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a stale lock, but only if it still contains `text`. Two starts may find the same stale lock, and the slower one must not
 * remove the lock that the faster one has just taken.
 */
async function removeIfUnchanged(path: string, text: string): Promise<void> {
  const stalePath = `${path}.stale.${randomUUID()}`
  try {
    await rename(path, stalePath)
  } catch {
    return
  }
  if ((await readOrEmpty(stalePath)) !== text) await tryLink(stalePath, path)
  await rm(stalePath, { force: true })
}

async function readOrEmpty(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

function parseHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return undefined
  }
}
