/** How long (ms) a refusal says something: soon somebody stores again, or is refused again. */
const TELLING_MS = 60_000

export type Storing = {
  /** Whether the database stores what it is given, as far as that was seen lately. */
  readonly works: boolean
  /** To be told every error of the database. */
  onError(error: unknown): void
  onStored(): void
}

/**
 * Whether the database stores what it is given, as far as that was seen: it may answer every question and yet have no room left, or
 * be one that only reads.
 */
export function createStoring(now: () => number = () => performance.now()): Storing {
  let refusedAt = Number.NEGATIVE_INFINITY
  return {
    onError(error) {
      if (isNotStoring(error)) refusedAt = now()
    },
    onStored() {
      refusedAt = Number.NEGATIVE_INFINITY
    },
    get works(): boolean {
      return now() - refusedAt > TELLING_MS
    },
  }
}

/** 53100: the disk is full; 25006: the transaction may only read, as all may on a standby. */
const isNotStoring = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '53100' || error.code === '25006')
