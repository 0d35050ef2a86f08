import type { ORPCError } from '@orpc/server'
import { fail } from '../../../rpc/fail.ts'

type BatchRate = {
  begin(): void
  end(): void
  /** Estimates how many more batches will be written within `ms` milliseconds; undefined while no batch is running or measured. */
  batchesWithin(ms: number): number | undefined
  readonly batchMs: number
}

/** The weight of one batch in the average, high enough for the average to follow a recovering database within a few batches. */
const BATCH_WEIGHT = 0.5

/**
 * A full batch takes at least as long as a small one, so the wait is never overestimated. A running batch counts once above average.
 */
function createBatchRate(now: () => number): BatchRate {
  let averageMs = 0
  let startedAt: number | undefined
  const elapsedMs = () => (startedAt === undefined ? 0 : now() - startedAt)
  const estimateBatchMs = () => Math.max(averageMs, elapsedMs())
  return {
    begin() {
      startedAt = now()
    },
    end() {
      averageMs += (elapsedMs() - averageMs) * BATCH_WEIGHT
      startedAt = undefined
    },
    batchesWithin(ms) {
      // With no batch running, an item is written immediately, which gives a new measurement.
      if (startedAt === undefined || estimateBatchMs() === 0) return undefined
      const remainingMs = estimateBatchMs() - elapsedMs()
      return Math.max(0, Math.floor((ms - remainingMs) / estimateBatchMs()))
    },
    get batchMs() {
      return estimateBatchMs()
    },
  }
}

type Options<T, R> = {
  /** Writes a batch and returns one result per item, in order. An Error as a result fails only that item. */
  readonly write: (items: T[]) => Promise<(R | Error)[]>
  readonly getOwner: (item: T) => string
  readonly mostInBatch: number
  /** Maximum queued items. Further items are refused immediately, which is better than a late answer. */
  readonly mostWaiting: number
  /**
   * Maximum expected wait (ms) for an item. If waits would be longer, fewer items may be queued, and the owners with the most items
   * are refused first.
   */
  readonly mostWaitMs?: number
  readonly now?: () => number
  /** Maximum items of one owner in a batch and in the queue. */
  readonly mostOfOneInBatch?: number
  readonly mostOfOneWaiting?: number
}

type WaitingItem<T, R> = {
  item: T
  owner: string
  resolve: (answer: R) => void
  reject: (error: unknown) => void
}

export type Gatherer<T, R> = {
  /** Resolves once the batch is written. Rejects with SERVICE_UNAVAILABLE, or TOO_MANY_REQUESTS for too many of the owner's own. */
  add(item: T): Promise<R>
  /**
   * Returns the error with which `items` more items from the owner would be refused now, if any. Checking once is cheaper than
   * refusing the items one by one.
   */
  findRefusal(owner: string, items: number): ORPCError<string, unknown> | undefined
  /** Refuses new items and resolves once every accepted item is answered. */
  stop(): Promise<void>
  readonly waiting: number
}

/** Retry delay (ms) for owners whose own items are still queued. */
const RETRY_AFTER_MS = 1_000

const toFutureTime = (ms: number) => new Date(Date.now() + ms).toISOString()

/**
 * There is no timer: an item that arrives when nothing runs starts a batch with the others of the same turn of the event loop. In
 * order of arrival, but each owner has a limited share of batch and queue, so that heavy users delay themselves.
 */
export function createGatherer<T, R>({
  write,
  getOwner,
  mostInBatch,
  mostWaiting,
  mostWaitMs = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
  mostOfOneInBatch = mostInBatch,
  mostOfOneWaiting = mostWaiting,
}: Options<T, R>): Gatherer<T, R> {
  const rate = createBatchRate(now)

  /** As a multiple of the free capacity: it falls as the queue fills, so that a new owner always finds room. */
  const shareOfCapacity = mostOfOneWaiting / Math.max(0, mostWaiting - mostOfOneWaiting)
  const hasRoom = (items: number, capacity: number) =>
    items <= mostOfOneWaiting && items <= Math.max(1, shareOfCapacity * (capacity - queue.length))

  /** Estimates the queue length up to which nobody waits too long. */
  function estimateCapacity(): number {
    const batches = rate.batchesWithin(mostWaitMs)
    return batches === undefined ? mostWaiting : Math.min(mostWaiting, batches * mostInBatch)
  }

  /** TOO_MANY_REQUESTS only if the owner's share would be exceeded however fast batches are written. */
  function findRefusal(items: number): ORPCError<string, unknown> | undefined {
    const capacity = estimateCapacity()
    if (!hasRoom(items, mostWaiting) && queue.length < mostWaiting)
      return fail('TOO_MANY_REQUESTS', { retryAt: toFutureTime(RETRY_AFTER_MS) })
    if (queue.length < capacity && hasRoom(items, capacity)) return undefined
    return fail('SERVICE_UNAVAILABLE', { retryAt: toFutureTime(Math.max(RETRY_AFTER_MS, rate.batchMs)) })
  }

  let queue: WaitingItem<T, R>[] = []
  const waitingCountByOwner = new Map<string, number>()
  const shareLimits = { mostInBatch, mostOfOneInBatch }
  let activeDrain: Promise<void> | undefined
  let isStopped = false

  async function drain(): Promise<void> {
    // Wait until the sockets of this turn are read, so that requests that arrive together are written together.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      const { batch, left } = takeShares(queue, shareLimits)
      queue = left
      for (const { owner } of batch) decrementWaiting(owner)
      rate.begin()
      try {
        const results = await write(batch.map(it => it.item))
        batch.forEach(({ resolve, reject }, index) => {
          const result = results[index]
          if (result === undefined || result instanceof Error) reject(result ?? new Error('No answer'))
          else resolve(result)
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      rate.end()
    }
    activeDrain = undefined
  }

  function decrementWaiting(owner: string): void {
    const waitingCount = (waitingCountByOwner.get(owner) ?? 1) - 1
    if (waitingCount === 0) waitingCountByOwner.delete(owner)
    else waitingCountByOwner.set(owner, waitingCount)
  }

  return {
    add(item) {
      if (isStopped) return Promise.reject(fail('SERVICE_UNAVAILABLE'))
      const owner = getOwner(item)
      const waitingCount = waitingCountByOwner.get(owner) ?? 0
      const refusal = findRefusal(waitingCount + 1)
      if (refusal) return Promise.reject(refusal)
      waitingCountByOwner.set(owner, waitingCount + 1)
      return new Promise((resolve, reject) => {
        queue.push({ item, owner, resolve, reject })
        activeDrain ??= drain()
      })
    },
    findRefusal: (owner, items) => findRefusal((waitingCountByOwner.get(owner) ?? 0) + items),
    async stop() {
      isStopped = true
      await activeDrain
    },
    get waiting() {
      return queue.length
    },
  }
}

type ShareLimits = { readonly mostInBatch: number; readonly mostOfOneInBatch: number }

/**
 * Splits the queue into the next batch and the rest, both in order of arrival. Every owner's first item comes before anybody's
 * second, and so on, until the batch is full.
 */
export function takeShares<W extends { readonly owner: string }>(
  queue: W[],
  { mostInBatch, mostOfOneInBatch }: ShareLimits,
): { batch: W[]; left: W[] } {
  if (queue.length <= Math.min(mostInBatch, mostOfOneInBatch)) return { batch: queue, left: [] }
  const itemCountByOwner = new Map<string, number>()
  const rounds = queue.map(({ owner }) => {
    const round = itemCountByOwner.get(owner) ?? 0
    itemCountByOwner.set(owner, round + 1)
    return round
  })
  const itemCountPerRound: number[] = []
  for (const round of rounds) itemCountPerRound[round] = (itemCountPerRound[round] ?? 0) + 1
  // All items of the rounds before `lastRound` are taken, and as many items of `lastRound` as capacity allows.
  let capacity = mostInBatch
  let lastRound = 0
  while (
    lastRound < Math.min(mostOfOneInBatch, itemCountPerRound.length) &&
    (itemCountPerRound[lastRound] ?? 0) <= capacity
  )
    capacity -= itemCountPerRound[lastRound++] ?? 0
  if (lastRound === mostOfOneInBatch) capacity = 0
  const [batch, remaining]: [W[], W[]] = [[], []]
  for (const [index, waitingItem] of queue.entries()) {
    const round = rounds[index] ?? 0
    const isTaken = round < lastRound || (round === lastRound && capacity-- > 0)
    ;(isTaken ? batch : remaining).push(waitingItem)
  }
  return { batch, left: remaining }
}
