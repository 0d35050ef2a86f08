type Options = {
  /** Maximum concurrent calls per key. */
  readonly running: number
  /** Maximum queued calls per key. */
  readonly waiting: number
  readonly createFullError: () => Error
}

export type ConcurrencyLimit = {
  /** Runs `work` once a slot is free. */
  run<T>(key: string, work: () => T | PromiseLike<T>): Promise<T>
  /** True if one more call would be accepted now. Checking costs less than a refusal. */
  hasCapacity(key: string): boolean
}

type Queue = { running: number; readonly waiting: (() => void)[] }

/** `running` calls of a key run, `waiting` calls wait, and further calls are refused. Keys do not wait for each other. */
export function createConcurrencyLimit({
  running,
  waiting,
  createFullError: createQueueFullError,
}: Options): ConcurrencyLimit {
  const queues = new Map<string, Queue>()

  async function enter(key: string): Promise<Queue> {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < running) queue.running++
    else if (queue.waiting.length >= waiting) throw createQueueFullError()
    // A finished call passes its slot on, so the count stays the same.
    else await new Promise<void>(resolve => queue.waiting.push(resolve))
    return queue
  }

  function leave(key: string, queue: Queue): void {
    const resumeNext = queue.waiting.shift()
    if (resumeNext) resumeNext()
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
