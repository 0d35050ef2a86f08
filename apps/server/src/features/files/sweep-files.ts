import { storedPaths } from '@muster/domain/attachment.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Files } from '../../lib/files.ts'
import { listReportFilesAfter } from '../reports/index.ts'
import { listFilesAfter, type NamedFile } from './stored-files.queries.ts'

const FOLDERS = ['hazard-attachments', 'broadcast-attachments', 'group-files', 'documents', 'reports']
const BATCH = 1_000
const MOST_IDS = 20

export type Swept = {
  /** How many files were removed. */
  readonly removed: number
  /** How many rows name a file that is not there, and the first of them. */
  readonly missing: number
  readonly missingIds: readonly string[]
}

/**
 * Compares the stored attachments and reports with the rows that name them. Removes files that no row names: a node ended before it had
 * written the row, or the database came back from a backup. Counts rows whose file is missing; only a backup of the files brings
 * it back. Nothing younger than a day is judged, as it may be on its way. Holds every path in memory, some 150 bytes each.
 */
export async function sweepFiles(
  db: Pick<Database, 'asOwner'>,
  files: Pick<Files, 'list' | 'remove'>,
  signal?: AbortSignal,
): Promise<Swept> {
  const before = new Date(Date.now() - limits.orphanFileMs)
  const unnamed = await listStored(files, before, signal)
  const missingIds: string[] = []
  let missing = 0
  for await (const { id, path, has_thumbnail, old } of listRows(db, before, signal)) {
    const paths = storedPaths(path, has_thumbnail)
    // Each is looked up, so that none of them stays among those that no row names.
    const isWhole = paths.map(each => unnamed.delete(each)).every(Boolean)
    if (isWhole || !old) continue
    if (missing++ < MOST_IDS) missingIds.push(id)
  }
  let removed = 0
  for (const [path, old] of unnamed) {
    if (!old) continue
    signal?.throwIfAborted()
    await files.remove(path)
    removed++
  }
  return { removed, missing, missingIds }
}

/** The paths of the stored attachments, and whether each was written before that time. */
async function listStored(
  files: Pick<Files, 'list'>,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<Map<string, boolean>> {
  const stored = new Map<string, boolean>()
  for (const folder of FOLDERS)
    for await (const { path, modifiedAt } of files.list(folder)) {
      signal?.throwIfAborted()
      stored.set(path, modifiedAt < before)
    }
  return stored
}

async function* listRows(
  db: Pick<Database, 'asOwner'>,
  before: Date,
  signal: AbortSignal | undefined,
): AsyncIterable<NamedFile> {
  yield* eachRow(listFilesAfter)
  yield* eachRow(async (tx, place) =>
    (await listReportFilesAfter(tx, place)).map(row => ({ ...row, has_thumbnail: false })),
  )

  async function* eachRow(
    listAfter: (tx: Tx, place: Place) => Promise<NamedFile[]>,
  ): AsyncIterable<NamedFile> {
    let after: string | undefined
    do {
      signal?.throwIfAborted()
      const place = { after, before, limit: BATCH }
      const rows = await db.asOwner('files are compared for everybody', tx => listAfter(tx, place))
      yield* rows
      after = rows.length < BATCH ? undefined : rows.at(-1)?.id
    } while (after !== undefined)
  }
}

type Place = Parameters<typeof listFilesAfter>[1]
