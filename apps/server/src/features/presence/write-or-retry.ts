import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '../../rpc/fail.ts'

type Deps<T, R> = {
  readonly write: (items: readonly T[]) => Promise<R[]>
  /** Whether the error says that the database was not there, or went away. */
  readonly isLost: (error: unknown) => boolean
  readonly onRetry: (error: unknown, attempt: number) => void
  readonly pause?: (ms: number) => Promise<unknown>
}

const ATTEMPTS = 8

/**
 * Writes a batch as a whole or, where that fails for a reason of its own, in halves, down to the one item that cannot be
 * written: it fails alone, as an Error in its place. What may pass (deadlock, a repeated id that another node writes at
 * the same moment, a lost connection) is tried again first, for about three seconds. The write must be repeatable,
 * because a connection lost during the commit leaves open whether the batch was written.
 */
export async function writeOrRetry<T, R>(deps: Deps<T, R>, items: readonly T[]): Promise<(R | Error)[]> {
  const { write, isLost, onRetry, pause = sleep } = deps
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(items)
    } catch (error) {
      const lost = isLost(error)
      if (attempt < ATTEMPTS && (lost || mayPass(error))) {
        onRetry(error, attempt)
        await pause(lost ? Math.min(20 * 2 ** (attempt - 1), 1_000) : Math.random() * 5 * attempt)
        continue
      }
      if (lost) return items.map(() => fail('SERVICE_UNAVAILABLE'))
      if (items.length === 1) return [isLockTimeout(error) ? fail('SERVICE_UNAVAILABLE') : (error as Error)]
      const half = Math.ceil(items.length / 2)
      return [
        ...(await writeOrRetry(deps, items.slice(0, half))),
        ...(await writeOrRetry(deps, items.slice(half))),
      ]
    }
  }
}

/** Serialization failure, deadlock, and a unique key that was not there when we looked. */
const mayPass = (error: unknown) => ['40001', '40P01', '23505'].includes(codeOf(error))

const isLockTimeout = (error: unknown) => codeOf(error) === '55P03'

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')
