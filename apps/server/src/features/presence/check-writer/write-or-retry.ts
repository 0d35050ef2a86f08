import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '../../../rpc/fail.ts'

type Deps<T, R> = {
  readonly write: (items: readonly T[]) => Promise<R[]>
  /** Whether the error says that the database was not there, or went away. */
  readonly isLost: (error: unknown) => boolean
  readonly onRetry: (error: unknown, attempt: number) => void
  /** Whose item it is. */
  readonly ownerOf: (item: T) => string
  /** Something of theirs could not be written, for a reason of its own. */
  readonly onCulprit?: (owner: string) => void
  readonly pause?: (ms: number) => Promise<unknown>
}

const ATTEMPTS = 8

/**
 * How many further writes one batch that failed may cost: to find whose items are to blame, and which of theirs. The second
 * is enough to find one among the 500 of the largest request, so that sending it again gets on.
 */
const WRITES_TO_FIND_OWNERS = 48
const WRITES_FOR_ONE_OWNER = 20

type Budget = { writes: number }
/** Where items stand in the batch. */
type Places = readonly number[]

/**
 * Writes a batch as a whole or, where that fails for a reason of its own, in halves, down to the one item that cannot be
 * written: it fails alone, as an Error in its place. What may pass (deadlock, a repeated id that another node writes at
 * the same moment, a lost connection) is tried again first, for about three seconds. The write must be repeatable,
 * because a connection lost during the commit leaves open whether the batch was written.
 *
 * The halves are of owners first, then of one owner's items, within bounds: however many items somebody sends that cannot
 * be written, the others wait for a few writes only. What is undecided by then is SERVICE_UNAVAILABLE.
 */
export async function writeOrRetry<T, R>(deps: Deps<T, R>, items: readonly T[]): Promise<(R | Error)[]> {
  const answers = new Array<R | Error>(items.length)
  const giveUp = (places: Places) => {
    for (const at of places) answers[at] = fail('SERVICE_UNAVAILABLE')
  }

  /** The error that is the items' own, or nothing when they are answered. */
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
        const lost = deps.isLost(error)
        if (attempt < ATTEMPTS && (lost || mayPass(error))) {
          deps.onRetry(error, attempt)
          const ms = lost ? Math.min(20 * 2 ** (attempt - 1), 1_000) : Math.random() * 5 * attempt
          await (deps.pause ?? sleep)(ms)
          continue
        }
        if (!lost) return error as Error
        giveUp(places)
        return undefined
      }
    }
  }

  async function writeOwners(groups: readonly Places[], budget: Budget): Promise<void> {
    const [only] = groups
    if (only && groups.length === 1) return writeOwn(only, { writes: WRITES_FOR_ONE_OWNER })
    if (!(await tryToWrite(groups.flat().sort((a, b) => a - b)))) return
    for (const half of halvesOf(groups)) {
      if (budget.writes-- > 0) await writeOwners(half, budget)
      else giveUp(half.flat())
    }
  }

  async function writeOwn(places: Places, budget: Budget): Promise<void> {
    const error = await tryToWrite(places)
    if (!error) return
    const [first = 0] = places
    deps.onCulprit?.(deps.ownerOf(items[first] as T))
    // Every further try would wait for the same lock.
    if (isLockTimeout(error)) return giveUp(places)
    if (places.length === 1) {
      answers[first] = error
      return
    }
    for (const half of halvesOf(places)) {
      if (budget.writes-- > 0) await writeOwn(half, budget)
      else giveUp(half)
    }
  }

  await writeOwners(placesByOwner(items, deps.ownerOf), { writes: WRITES_TO_FIND_OWNERS })
  return answers
}

function placesByOwner<T>(items: readonly T[], ownerOf: (item: T) => string): Places[] {
  const groups = new Map<string, number[]>()
  for (const [at, item] of items.entries()) {
    const owner = ownerOf(item)
    const own = groups.get(owner)
    if (own) own.push(at)
    else groups.set(owner, [at])
  }
  return [...groups.values()]
}

function halvesOf<V>(list: readonly V[]): (readonly V[])[] {
  const middle = Math.ceil(list.length / 2)
  return [list.slice(0, middle), list.slice(middle)]
}

/** Serialisation failure, deadlock, and a unique key that was not there when we looked. */
const mayPass = (error: unknown) => ['40001', '40P01', '23505'].includes(codeOf(error))

const isLockTimeout = (error: unknown) => codeOf(error) === '55P03'

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')
