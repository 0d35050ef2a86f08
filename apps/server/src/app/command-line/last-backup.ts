import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns when the newest finished backup in `DATA_DIR/backups` was taken; undefined if there is none. */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  const folder = join(dataDir, 'backups')
  const names = await readdir(folder).catch(() => [])
  const times = await Promise.all(names.map(name => readTakenAt(join(folder, name, 'manifest.json'))))
  return times.filter(time => time !== undefined).sort((a, b) => b.getTime() - a.getTime())[0]
}

async function readTakenAt(manifest: string): Promise<Date | undefined> {
  try {
    const takenAt = new Date(JSON.parse(await readFile(manifest, 'utf8')).takenAt)
    return Number.isNaN(takenAt.getTime()) ? undefined : takenAt
  } catch {
    return undefined
  }
}
