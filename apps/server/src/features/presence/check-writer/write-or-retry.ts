import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '../../../rpc/fail.ts'

type Deps<T, R> = {
  readonly write: (items: readonly T[]) => Promise<R[]>
  /** True if the error means that the database was unavailable or the connection lost. */
  readonly isLost: (error: unknown) => boolean
  readonly onRetry: (error: unknown, attempt: number) => void
  readonly getOwner: (item: T) => string
  /** Called when an owner's items cannot be written although the database is available. */
  readonly onCulprit?: (owner: string) => void
  readonly pause?: (ms: number) => Promise<unknown>
}

const MAX_ATTEMPTS = 8

/** After a failed batch. `MAX_WRITES_PER_OWNER` finds one item among a request's 500, so that sending it again makes progress. */
const MAX_WRITES_TO_FIND_OWNERS = 48
const MAX_WRITES_PER_OWNER = 20

type Budget = { writes: number }
/** Indexes of items in the batch. */
type Indexes = readonly number[]

/**
 * Writes a batch as a whole or, if its items cause a failure, in halves, down to the one item that cannot be written. Only that
 * item fails, with an Error as its result. Transient errors (deadlock, a repeated id that another node writes at the same moment, a
 * lost connection) are retried first, a lost connection for more than two seconds. The write must be repeatable, because a
 * connection lost during the commit leaves open whether the batch was written.
 *
 * Batches are halved by owner first, then by one owner's items. The number of writes is limited, so that other people wait for only
 * a few writes, however many unwritable items one person sends. Items left undecided fail with SERVICE_UNAVAILABLE, as do items
 * that cannot be written because of a lock or a lost connection.
 */
export async function writeOrRetry<T, R>(deps: Deps<T, R>, items: readonly T[]): Promise<(R | Error)[]> {
  const results = new Array<R | Error>(items.length)
  const giveUp = (indexes: Indexes, cause?: unknown) => {
    for (const index of indexes) results[index] = Object.assign(fail('SERVICE_UNAVAILABLE'), { cause })
  }

  /** Undefined if every item has a result. If the connection stays lost, that is SERVICE_UNAVAILABLE, caused by the last error. */
  async function tryToWrite(indexes: Indexes): Promise<Error | undefined> {
    const batch = indexes.length === items.length ? items : indexes.map(index => items[index] as T)
    for (let attempt = 1; ; attempt++) {
      try {
        const writeResults = await deps.write(batch)
        indexes.forEach((index, n) => {
          results[index] = writeResults[n] as R
        })
        return undefined
      } catch (error) {
        const isConnectionLost = deps.isLost(error)
        if (attempt < MAX_ATTEMPTS && (isConnectionLost || isTransient(error))) {
          deps.onRetry(error, attempt)
          const delayMs = isConnectionLost
            ? Math.min(20 * 2 ** (attempt - 1), 1_000)
            : Math.random() * 5 * attempt
          await (deps.pause ?? sleep)(delayMs)
          continue
        }
        if (!isConnectionLost) return error as Error
        giveUp(indexes, error)
        return undefined
      }
    }
  }

  async function writeOwners(groups: readonly Indexes[], budget: Budget): Promise<void> {
    const [onlyGroup] = groups
    if (onlyGroup && groups.length === 1) return writeOneOwner(onlyGroup, { writes: MAX_WRITES_PER_OWNER })
    if (!(await tryToWrite(groups.flat().sort((a, b) => a - b)))) return
    for (const half of halve(groups)) {
      if (budget.writes-- > 0) await writeOwners(half, budget)
      else giveUp(half.flat())
    }
  }

  async function writeOneOwner(indexes: Indexes, budget: Budget): Promise<void> {
    const error = await tryToWrite(indexes)
    if (!error) return
    const [firstIndex = 0] = indexes
    deps.onCulprit?.(deps.getOwner(items[firstIndex] as T))
    // Give up, because every further attempt would wait for the same lock.
    if (isLockTimeout(error)) return giveUp(indexes)
    if (indexes.length === 1) {
      results[firstIndex] = error
      return
    }
    for (const half of halve(indexes)) {
      if (budget.writes-- > 0) await writeOneOwner(half, budget)
      else giveUp(half)
    }
  }

  await writeOwners(groupByOwner(items, deps.getOwner), { writes: MAX_WRITES_TO_FIND_OWNERS })
  return results
}

function groupByOwner<T>(items: readonly T[], getOwner: (item: T) => string): Indexes[] {
  const groups = new Map<string, number[]>()
  for (const [index, item] of items.entries()) {
    const owner = getOwner(item)
    const ownIndexes = groups.get(owner)
    if (ownIndexes) ownIndexes.push(index)
    else groups.set(owner, [index])
  }
  return [...groups.values()]
}

function halve<V>(list: readonly V[]): (readonly V[])[] {
  const middle = Math.ceil(list.length / 2)
  return [list.slice(0, middle), list.slice(middle)]
}

/** True for transient errors: a serialization failure, a deadlock, or a unique key inserted after the lookup. */
const isTransient = (error: unknown) => ['40001', '40P01', '23505'].includes(readCode(error))

const isLockTimeout = (error: unknown) => readCode(error) === '55P03'

const readCode = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')
