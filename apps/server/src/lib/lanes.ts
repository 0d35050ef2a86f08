type Options = {
  /** How many of one key run at once. */
  readonly running: number
  /** How many of one key may wait for their turn. */
  readonly waiting: number
  /** What is thrown at whoever finds the line full. */
  readonly full: () => Error
}

export type Lanes = {
  /** Runs `work` when it is its turn; who waits holds nothing but their place. */
  run<T>(key: string, work: () => T | PromiseLike<T>): Promise<T>
  /** Whether one more would find a place now. Asking is cheaper than being turned away. */
  hasRoom(key: string): boolean
}

type Lane = { running: number; readonly waiting: (() => void)[] }

/** A lane for each key: so many run, so many wait in line, all others are turned away. Keys do not wait for each other. */
export function createLanes({ running, waiting, full }: Options): Lanes {
  const lanes = new Map<string, Lane>()

  async function enter(key: string): Promise<Lane> {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    if (lane.running < running) lane.running++
    else if (lane.waiting.length >= waiting) throw full()
    // Whoever leaves hands over the place: the count stays.
    else await new Promise<void>(resolve => lane.waiting.push(resolve))
    return lane
  }

  function leave(key: string, lane: Lane): void {
    const next = lane.waiting.shift()
    if (next) next()
    else if (--lane.running === 0) lanes.delete(key)
  }

  return {
    hasRoom(key) {
      const lane = lanes.get(key)
      return lane === undefined || lane.running < running || lane.waiting.length < waiting
    },
    async run(key, work) {
      const lane = await enter(key)
      try {
        return await work()
      } finally {
        leave(key, lane)
      }
    },
  }
}
