import { ORPCError } from '@orpc/server'
import type { Database, Tx } from '../db/database.ts'
import type { FileStorage } from '../lib/file-storage.ts'

/** Each row counts its attempts, so that a node presumed dead cannot overwrite a later attempt. */
export type FileKind<Attempt, Made extends { readonly path: string }> = {
  /** Starts an attempt; undefined if the file is done, cancelled or deleted. */
  readonly begin: (tx: Tx, id: string) => Promise<Attempt | undefined>
  /** Generates and stores the file. `reportProgress` takes a percentage from 0 to 100. */
  readonly make: (
    attempt: Attempt,
    signal: AbortSignal,
    reportProgress: (percent: number) => void,
  ) => Promise<Made>
  /** Saves the progress; false if a later attempt has started or the file was cancelled. */
  readonly updateProgress: (tx: Tx, attempt: Attempt, percent: number) => Promise<boolean>
  /** Publishes the file; false if the attempt was superseded or the file was cancelled. */
  readonly finish: (tx: Tx, attempt: Attempt, result: Made) => Promise<boolean>
  readonly fail: (tx: Tx, id: string, problem: string) => Promise<void>
}

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly files: Pick<FileStorage, 'remove'>
}

/** Milliseconds between two progress updates, which also detect a cancelled file. */
const PROGRESS_INTERVAL_MS = 1_000
const OWNER_REASON = 'the job reads and writes what no request may'

/** Ends silently if cancelled or a later attempt starts. A typed error marks the file failed; any other rejects, for a retry. */
export function createMakeFile<Attempt, Made extends { readonly path: string }>(
  { db, files }: Deps,
  kind: FileKind<Attempt, Made>,
) {
  return async (id: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    const attempt = await db.asOwner(OWNER_REASON, tx => kind.begin(tx, id))
    if (!attempt) return
    const cancellation = new AbortController()
    const progress = createProgressWriter(async percent => {
      if (!(await db.asOwner(OWNER_REASON, tx => kind.updateProgress(tx, attempt, percent))))
        cancellation.abort(new Error('This file is not wanted any more.'))
    })
    try {
      const result = await kind.make(attempt, AbortSignal.any([signal, cancellation.signal]), progress.report)
      await progress.stop()
      const isSaved = await db.asOwner(OWNER_REASON, tx => kind.finish(tx, attempt, result))
      if (!isSaved) await files.remove(result.path)
    } catch (error) {
      if (cancellation.signal.aborted) return
      if (error instanceof ORPCError && error.defined)
        return db.asOwner(OWNER_REASON, tx => kind.fail(tx, id, error.message))
      throw error
    } finally {
      await progress.stop()
    }
  }
}

/** Creates a writer that saves the progress once a second, one write at a time. */
function createProgressWriter(savePercent: (percent: number) => Promise<void>) {
  let percent = 0
  let pendingWrite: Promise<void> | undefined
  const timer = setInterval(() => {
    // A lost progress update is harmless: if the database is gone, finishing the file fails anyway.
    pendingWrite ??= savePercent(percent)
      .catch(() => undefined)
      .finally(() => {
        pendingWrite = undefined
      })
  }, PROGRESS_INTERVAL_MS)
  return {
    report(now: number) {
      percent = Math.max(percent, Math.min(99, Math.floor(now)))
    },
    async stop() {
      clearInterval(timer)
      await pendingWrite
    },
  }
}
