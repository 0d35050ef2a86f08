import type { Database } from '../../../db/database.ts'
import type { MailQueue } from '../../../jobs/mail-queue.ts'
import type { Files } from '../../../lib/files.ts'
import type { Platform } from '../../../platform/platform.ts'
import { archiveOf } from './archive.ts'
import { type Attempt, beginAttempt, failDownload, finishAttempt, keepPercent } from './downloads.queries.ts'
import { looksSource, tableSource } from './list-source.ts'
import { findAddress } from './person.queries.ts'
import { personalLists } from './personal-data.ts'

type Deps = {
  readonly db: Pick<Database, 'asOwner' | 'pool'>
  readonly files: Files
  readonly mailQueue: Pick<MailQueue, 'add'>
}

/** Milliseconds between two times the person is told how far it is. */
const TELL = 1_000
const why = 'the job gathers what no request may read, and writes what none may write'

/**
 * Writes the archive of a download into the store and says so. Begins anew whatever an attempt before has left; writes nothing
 * that counts once another one has begun, the download was removed or `signal` says stop.
 */
export function createPrepareDownload({ db, files, mailQueue }: Deps) {
  return async (id: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    const attempt = await db.asOwner(why, tx => beginAttempt(tx, id))
    if (!attempt) return
    if (attempt.left) await files.remove(attempt.left)
    // Taken back, or another attempt has begun: nothing failed then, and nothing is left to do.
    let isWanted = true
    const keepGoing = async (percent: number) => {
      signal.throwIfAborted()
      isWanted &&= await db.asOwner(why, tx => keepPercent(tx, attempt, id, percent))
      if (!isWanted) throw new Error('This download is not wanted any more.')
    }
    try {
      const bytes = await write({ db, files }, attempt, keepGoing)
      await db.asOwner(why, async tx => {
        isWanted = await finishAttempt(tx, attempt, id, bytes)
        const email = isWanted && (await findAddress(tx, attempt.user_id))
        if (email) await mailQueue.add({ kind: 'data-download', email }, tx)
      })
      if (!isWanted) await files.remove(attempt.path)
    } catch (error) {
      if (isWanted) throw error
    }
  }
}

/** Writes the file and says how far it is about once a second; answers its size in bytes. */
async function write(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { user_id: userId, path, photo }: Attempt,
  keepGoing: (percent: number) => Promise<void>,
): Promise<number> {
  const lists = [...personalLists.map(list => tableSource(db, list, userId)), looksSource(db, userId)]
  let rows = 0
  for (const list of lists) rows += await list.count()
  let written = 0
  let told = Date.now()
  const onRows = async (count: number) => {
    written += count
    if (Date.now() - told < TELL) return
    told = Date.now()
    // Every row is written twice. Others may have come meanwhile: it is ready when it is.
    await keepGoing(Math.min(99, Math.floor((100 * written) / Math.max(1, 2 * rows))))
  }
  const picture = photo === null ? null : await files.open(photo)
  return files.putStream(path, () => archiveOf({ userId, at: new Date(), lists, photo: picture, onRows }))
}

/** Prepares and gives up what the queue orders; answers the same for one download. */
export function createDownloads(platform: Pick<Platform, 'db' | 'files' | 'mailQueue' | 'downloadQueue'>) {
  const prepare = createPrepareDownload(platform)
  platform.downloadQueue.onOrder({
    prepare,
    giveUp: id => platform.db.asOwner('a job gave it up', tx => failDownload(tx, id)),
  })
  return prepare
}
