/** Time (ms) for which a refused write counts. By then, the next write has usually succeeded or been refused again. */
const REFUSAL_REPORT_MS = 60_000

export type StorageState = {
  /** True unless the database refused a write within the last minute and none has succeeded since. */
  readonly works: boolean
  /** Must receive every error from the database. */
  onError(error: unknown): void
  onStored(): void
}

/** Judges by recent writes: a database that answers every query may still have a full disk or be read-only. */
export function createStorageState(now: () => number = () => performance.now()): StorageState {
  let refusedAt = Number.NEGATIVE_INFINITY
  return {
    onError(error) {
      if (isStorageError(error)) refusedAt = now()
    },
    onStored() {
      refusedAt = Number.NEGATIVE_INFINITY
    },
    get works(): boolean {
      return now() - refusedAt > REFUSAL_REPORT_MS
    },
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/** 25006: the transaction is read-only, as every transaction on a standby is. */
export const isReadOnly = (error: unknown) => hasCode(error, '25006')

/** 53100: the disk is full. */
const isStorageError = (error: unknown) => hasCode(error, '53100') || isReadOnly(error)
