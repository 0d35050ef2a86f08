/** More waits already than may wait. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/**
 * Does one piece of work after the other. At most `waiting` of them wait behind the one that is done; for whatever comes
 * beyond, `run` rejects with QueueFullError at once.
 */
export function createShortQueue(waiting: number) {
  let last: Promise<unknown> = Promise.resolve()
  let length = 0
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (length > waiting) throw new QueueFullError('Too much waits already')
      length++
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      try {
        return await mine
      } finally {
        length--
      }
    },
  }
}
