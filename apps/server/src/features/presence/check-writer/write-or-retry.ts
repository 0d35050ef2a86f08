import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '../../../rpc/fail.ts'

type Deps<T, R> = {
  readonly write: (items: readonly T[]) => Promise<R[]>
  /** True if the error means that the database was unavailable or the connection lost. */
  readonly isLost: (error: unknown) => boolean
  readonly onRetry: (error: unknown, attempt: number) => void
  /** Returns the item's owner. */
  readonly getOwner: (item: T) => string
  /** Called when an owner's item failed for a reason of its own. */
  readonly onCulprit?: (owner: string) => void
  readonly pause?: (ms: number) => Promise<unknown>
}

const ATTEMPTS = 8

/**
 * Maximum additional writes after a failed batch, to find the owners at fault and then their failing items. The second number
 * suffices to find one item among the 500 of the largest request, so that sending it again makes progress.
 */
const WRITES_TO_FIND_OWNERS = 48
const WRITES_FOR_ONE_OWNER = 20

type Budget = { writes: number }
/** Indexes of items in the batch. */
type Places = readonly number[]

/**
 * Writes a batch as a whole or, if its items cause a failure, in halves, down to the one item that cannot be written. Only that
 * item fails, with an Error as its result. Transient errors (deadlock, a repeated id that another node writes at the same moment, a
 * lost connection) are retried first, for about three seconds. The write must be repeatable, because a connection lost during the
 * commit leaves open whether the batch was written.
 *
 * Batches are halved by owner first, then by one owner's items. The number of writes is limited, so that other people wait for only
 * a few however many unwritable items one person sends. Items left undecided fail with SERVICE_UNAVAILABLE.
 */
export async function writeOrRetry<T, R>(deps: Deps<T, R>, items: readonly T[]): Promise<(R | Error)[]> {
  const answers = new Array<R | Error>(items.length)
  const giveUp = (places: Places) => {
    for (const at of places) answers[at] = fail('SERVICE_UNAVAILABLE')
  }

  /** Tries to write the items. Returns the error if the items themselves caused it, or undefined if they are answered. */
  async function tryToWrite(places: Places): Promise<Error | undefined> {
    const part = places.length === items.length ? items : places.map(at => items[at] as T)
    for (let attempt = 1; ; attempt++) {
      try {
        const written = await deps.write(part)
        places.forEach((at, n) => {
          answers[at] = written[n] as R
        })
        return undefined
      } catch (error) {
        const isLost = deps.isLost(error)
        if (attempt < ATTEMPTS && (isLost || mayPass(error))) {
          deps.onRetry(error, attempt)
          const ms = isLost ? Math.min(20 * 2 ** (attempt - 1), 1_000) : Math.random() * 5 * attempt
          await (deps.pause ?? sleep)(ms)
          continue
        }
        if (!isLost) return error as Error
        giveUp(places)
        return undefined
      }
    }
  }

  async function writeOwners(groups: readonly Places[], budget: Budget): Promise<void> {
    const [only] = groups
    if (only && groups.length === 1) return writeOwn(only, { writes: WRITES_FOR_ONE_OWNER })
    if (!(await tryToWrite(groups.flat().sort((a, b) => a - b)))) return
    for (const half of halve(groups)) {
      if (budget.writes-- > 0) await writeOwners(half, budget)
      else giveUp(half.flat())
    }
  }

  async function writeOwn(places: Places, budget: Budget): Promise<void> {
    const error = await tryToWrite(places)
    if (!error) return
    const [first = 0] = places
    deps.onCulprit?.(deps.getOwner(items[first] as T))
    // Every further attempt would wait for the same lock.
    if (isLockTimeout(error)) return giveUp(places)
    if (places.length === 1) {
      answers[first] = error
      return
    }
    for (const half of halve(places)) {
      if (budget.writes-- > 0) await writeOwn(half, budget)
      else giveUp(half)
    }
  }

  await writeOwners(placesByOwner(items, deps.getOwner), { writes: WRITES_TO_FIND_OWNERS })
  return answers
}

function placesByOwner<T>(items: readonly T[], getOwner: (item: T) => string): Places[] {
  const groups = new Map<string, number[]>()
  for (const [at, item] of items.entries()) {
    const owner = getOwner(item)
    const own = groups.get(owner)
    if (own) own.push(at)
    else groups.set(owner, [at])
  }
  return [...groups.values()]
}

function halve<V>(list: readonly V[]): (readonly V[])[] {
  const middle = Math.ceil(list.length / 2)
  return [list.slice(0, middle), list.slice(middle)]
}

/** True for transient errors: a serialization failure, a deadlock, or a unique key inserted after the lookup. */
const mayPass = (error: unknown) => ['40001', '40P01', '23505'].includes(readCode(error))

const isLockTimeout = (error: unknown) => readCode(error) === '55P03'

const readCode = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')
