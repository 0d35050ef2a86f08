type Options = {
  /** Maximum number running at once per key. */
  readonly running: number
  /** Maximum queue length per key. */
  readonly waiting: number
  /** Creates the error for calls that find the queue full. */
  readonly full: () => Error
}

export type ConcurrencyLimit = {
  /** Runs `work` once a place is free. */
  run<T>(key: string, work: () => T | PromiseLike<T>): Promise<T>
  /** Returns whether another call would be accepted now. Cheaper than a refusal. */
  hasCapacity(key: string): boolean
}

type Queue = { running: number; readonly waiting: (() => void)[] }

/** Limits concurrent work per key: some calls run, some wait in a queue, the rest are refused. Keys do not wait for each other. */
export function createConcurrencyLimit({ running, waiting, full }: Options): ConcurrencyLimit {
  const queues = new Map<string, Queue>()

  async function enter(key: string): Promise<Queue> {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < running) queue.running++
    else if (queue.waiting.length >= waiting) throw full()
    // A finished call hands over its place, so the count stays.
    else await new Promise<void>(resolve => queue.waiting.push(resolve))
    return queue
  }

  function leave(key: string, queue: Queue): void {
    const next = queue.waiting.shift()
    if (next) next()
    else if (--queue.running === 0) queues.delete(key)
  }

  return {
    hasCapacity(key) {
      const queue = queues.get(key)
      return queue === undefined || queue.running < running || queue.waiting.length < waiting
    },
    async run(key, work) {
      const queue = await enter(key)
      try {
        return await work()
      } finally {
        leave(key, queue)
      }
    },
  }
}
