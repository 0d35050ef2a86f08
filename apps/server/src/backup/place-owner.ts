import { buffer } from 'node:stream/consumers'
import { BackupError } from './backup-error.ts'
import type { BackupPlace } from './backup-place.ts'

const OWNER_FILE = 'owner.json'

/** Throws BackupError if another history owns the place: a restored copy with the server's settings would remove its backups. */
export async function requireOwnPlace(place: BackupPlace, history: string): Promise<void> {
  const owner = await readOwner(place)
  if (owner === null) return adoptPlace(place, history)
  if (owner !== history)
    throw new BackupError(
      `The backups in ${place.text} belong to another installation, or to this one before it was restored. If no other server uses them, let this one continue there: npm run backup -- --adopt. Otherwise name another place.`,
    )
}

/** Makes `history` the owner of the place, with all backups in it. */
export async function adoptPlace({ files }: BackupPlace, history: string): Promise<void> {
  await files.put(OWNER_FILE, Buffer.from(`${JSON.stringify({ history })}\n`))
}

/** Returns the history that owns the place; null if nobody does. An unreadable file counts as another owner. */
async function readOwner({ files }: BackupPlace): Promise<string | null> {
  const file = await files.open(OWNER_FILE)
  if (!file) return null
  try {
    const { history } = JSON.parse((await buffer(file.read())).toString('utf8'))
    return String(history)
  } catch (error) {
    if (error instanceof SyntaxError) return ''
    throw error
  }
}
