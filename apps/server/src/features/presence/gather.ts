import { fail } from '../../rpc/fail.ts'

type Options<T, R> = {
  /** Writes a batch and answers for each item in its order. An Error in the place of an answer fails that item alone. */
  readonly write: (items: T[]) => Promise<(R | Error)[]>
  readonly mostInBatch: number
  /** How many may wait; beyond it an item is refused at once, which is better than an answer that comes too late. */
  readonly mostWaiting: number
}

type Waiting<T, R> = { item: T; resolve: (answer: R) => void; reject: (error: unknown) => void }

export type Gatherer<T, R> = {
  /** Resolves with the item's answer once its batch is written. SERVICE_UNAVAILABLE when too many wait, or stopped. */
  add(item: T): Promise<R>
  /** Takes nothing more and resolves when all that was taken is answered. */
  stop(): Promise<void>
  readonly waiting: number
}

/**
 * Gathers items while the batch before them is being written. There is no timer: an item that comes when nothing is under
 * way starts a batch with those that arrived in the same turn of the event loop. First come, first written.
 */
export function createGatherer<T, R>({ write, mostInBatch, mostWaiting }: Options<T, R>): Gatherer<T, R> {
  let queue: Waiting<T, R>[] = []
  let running: Promise<void> | undefined
  let stopped = false

  async function drain(): Promise<void> {
    // After the sockets of this turn are read: requests that arrive together are written together.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      const batch = takeFirst()
      try {
        const answers = await write(batch.map(it => it.item))
        batch.forEach(({ resolve, reject }, at) => {
          const answer = answers[at]
          if (answer === undefined || answer instanceof Error) reject(answer ?? new Error('No answer'))
          else resolve(answer)
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = undefined
  }

  function takeFirst(): Waiting<T, R>[] {
    const batch = queue
    queue = batch.length > mostInBatch ? batch.splice(mostInBatch) : []
    return batch
  }

  return {
    add(item) {
      if (stopped || queue.length >= mostWaiting) return Promise.reject(fail('SERVICE_UNAVAILABLE'))
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        running ??= drain()
      })
    },
    async stop() {
      stopped = true
      await running
    },
    get waiting() {
      return queue.length
    },
  }
}
