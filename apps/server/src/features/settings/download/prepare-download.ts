import type { Database } from '../../../db/database.ts'
import type { MailQueue } from '../../../jobs/mail-queue.ts'
import { createMakeFile } from '../../../jobs/make-file.ts'
import type { FileStorage } from '../../../lib/file-storage.ts'
import { write } from '../../../live/write.ts'
import type { PersonalList } from '../../../platform/personal-list.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createArchive } from './archive.ts'
import { downloadReadyAlert } from './downloads.alerts.ts'
import {
  type Attempt,
  beginAttempt,
  failDownload,
  finishAttempt,
  updateProgress,
} from './downloads.queries.ts'
import { createLocationViewsSource, createTableSource } from './list-source.ts'
import { findEmail } from './person.queries.ts'
import { createArchiveLists } from './personal-data.ts'
import { countListRows } from './read-lists.queries.ts'

type Deps = {
  readonly db: Pick<Database, 'asOwner' | 'pool'>
  readonly files: FileStorage
  readonly mailQueue: Pick<MailQueue, 'add'>
  /** The lists of personal data that all features declare. */
  readonly personalData: readonly PersonalList[]
}

/** Creates the job handler that writes a download's archive to the file store and notifies the person by alert and email. */
export function createPrepareDownload({ db, files, mailQueue, personalData }: Deps) {
  const personalLists = createArchiveLists(personalData)
  return createMakeFile<Attempt, { path: string; bytes: number }>(
    { db, files },
    {
      begin: beginAttempt,
      async make({ user_id: userId, path, left, photo, language }, signal, reportProgress) {
        if (left) await files.remove(left)
        const counts = await countListRows(db.pool, personalLists, userId)
        const totalRows = counts.reduce((sum, count) => sum + count, 0)
        const lists = [
          ...personalLists.map((list, index) => createTableSource(db, list, userId, counts[index] ?? 0)),
          createLocationViewsSource(db, userId),
        ]
        let writtenRows = 0
        const onRows = (count: number) => {
          signal.throwIfAborted()
          writtenRows += count
          // Every row is written twice. Rows may have been added since they were counted, so completion is reported separately.
          reportProgress((100 * writtenRows) / Math.max(1, 2 * totalRows))
        }
        const photoFile = photo === null ? null : await files.open(photo)
        const createStream = () =>
          createArchive({ userId, language, at: new Date(), lists, photo: photoFile, onRows })
        return { path, bytes: await files.putStream(path, createStream) }
      },
      updateProgress,
      async finish(tx, attempt, { bytes }) {
        if (!(await finishAttempt(tx, attempt, bytes))) return false
        await write(tx, async ({ alert }) => alert(downloadReadyAlert(attempt.user_id, attempt.id)))
        const email = await findEmail(tx, attempt.user_id)
        if (email) await mailQueue.add({ kind: 'data-download', email }, tx)
        return true
      },
      fail: failDownload,
    },
  )
}

/** Registers the worker that prepares downloads and fails abandoned ones; returns the function that prepares a single download. */
export function createDownloads(platform: Deps & Pick<Platform, 'db' | 'downloadQueue'>) {
  const prepare = createPrepareDownload(platform)
  platform.downloadQueue.onOrder({
    prepare,
    abandon: id => platform.db.asOwner('a job gave it up', tx => failDownload(tx, id)),
  })
  return prepare
}
