import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const prefix = 'muster-tests-'
/** Space (bytes) that the folders of all clusters of a test run take at most, with room to spare. */
const neededBytes = 3 * 1024 ** 3

/**
 * Creates a folder in memory for the database clusters of a test run, or returns undefined where there is too little memory for it.
 * Tests create and drop hundreds of databases of a thousand files each, and ext4 slows down after many deletions: on a disk, a third
 * of the time of the Postgres tests is spent there.
 * @returns {string | undefined}
 */
export function createMemoryFolder(parent = '/dev/shm') {
  try {
    removeLeftovers(parent)
    const { bavail, bsize } = statfsSync(parent)
    // The processes need as much memory again as the clusters.
    if (bavail * bsize < neededBytes || freemem() < 2 * neededBytes) return undefined
    const folder = join(parent, `${prefix}${process.pid}`)
    // When running as root, PostgreSQL uses another account, which needs to traverse this folder.
    mkdirSync(folder, { mode: 0o755 })
    return folder
  } catch {
    // Only Linux has this folder, and a container may have it read-only.
    return undefined
  }
}

/** Removes the folders of runs that were killed. @param {string} parent */
function removeLeftovers(parent) {
  for (const name of readdirSync(parent))
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length))))
      rmSync(join(parent, name), { recursive: true, force: true })
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
