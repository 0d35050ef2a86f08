import { describe, expect, test } from 'vitest'
import { createGatherer as gathererOf, takeShares } from './gather.ts'

/** Gives every item its own owner unless the test sets one. */
const createGatherer = <T, R>(
  options: Omit<Parameters<typeof gathererOf<T, R>>[0], 'getOwner'> & { getOwner?: (item: T) => string },
) => gathererOf<T, R>({ getOwner: String, ...options })

/** Creates a writer that records its batches and finishes each one on demand. */
function createSlowWriter() {
  const batches: number[][] = []
  const finishers: (() => void)[] = []
  const write = (items: number[]) =>
    new Promise<number[]>(resolve => {
      batches.push(items)
      finishers.push(() => resolve(items.map(it => it * 10)))
    })
  return { write, batches, finishNext: () => finishers.shift()?.() }
}

const waitForNextTurn = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)))

describe('gathering', () => {
  test('writes a single item immediately', async () => {
    const { write, batches, finishNext } = createSlowWriter()
    const gatherer = createGatherer({ write, mostInBatch: 10, mostWaiting: 10 })
    const pendingResult = gatherer.add(1)
    await waitForNextTurn()
    expect(batches).toEqual([[1]])
    finishNext()
    expect(await pendingResult).toBe(10)
  })

  test('puts items that arrive during a batch into the next, in order of arrival', async () => {
    const { write, batches, finishNext } = createSlowWriter()
    const gatherer = createGatherer({ write, mostInBatch: 10, mostWaiting: 10 })
    const pendingResults = [gatherer.add(1)]
    await waitForNextTurn()
    for (const item of [2, 3, 4]) pendingResults.push(gatherer.add(item))
    await waitForNextTurn()
    expect(batches).toEqual([[1]])
    finishNext()
    await waitForNextTurn()
    expect(batches).toEqual([[1], [2, 3, 4]])
    finishNext()
    expect(await Promise.all(pendingResults)).toEqual([10, 20, 30, 40])
  })

  test('writes a flood in batches of limited size, in order of arrival', async () => {
    const batches: number[][] = []
    const write = async (items: number[]) => {
      batches.push(items)
      return items
    }
    const gatherer = createGatherer({ write, mostInBatch: 3, mostWaiting: 100 })
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map(gatherer.add))
    expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7]])
  })

  test('refuses items beyond the queue limit, and still answers the queued ones', async () => {
    const { write, finishNext } = createSlowWriter()
    const gatherer = createGatherer({ write, mostInBatch: 10, mostWaiting: 2 })
    const firstResult = gatherer.add(1)
    await waitForNextTurn()
    const waitingResults = [gatherer.add(2), gatherer.add(3)]
    await expect(gatherer.add(4)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
    finishNext()
    await waitForNextTurn()
    finishNext()
    expect(await Promise.all([firstResult, ...waitingResults])).toEqual([10, 20, 30])
  })

  test('fails only the item whose result is an Error', async () => {
    const write = async (items: number[]) => items.map(it => (it === 2 ? new Error('bad') : it))
    const gatherer = createGatherer<number, number>({ write, mostInBatch: 10, mostWaiting: 10 })
    const results = await Promise.allSettled([1, 2, 3].map(gatherer.add))
    expect(results.map(it => it.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('continues with the next batch after one fails', async () => {
    let calls = 0
    const write = async (items: number[]) => {
      calls++
      if (calls === 1) throw new Error('lost')
      return items
    }
    const gatherer = createGatherer({ write, mostInBatch: 10, mostWaiting: 10 })
    await expect(gatherer.add(1)).rejects.toThrow('lost')
    expect(await gatherer.add(2)).toBe(2)
  })

  test('answers everything it accepted after a stop, and accepts nothing more', async () => {
    const { write, finishNext } = createSlowWriter()
    const gatherer = createGatherer({ write, mostInBatch: 10, mostWaiting: 10 })
    const pendingResult = gatherer.add(1)
    await waitForNextTurn()
    const pendingStop = gatherer.stop()
    await expect(gatherer.add(2)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    finishNext()
    expect(await pendingResult).toBe(10)
    await pendingStop
  })
})

describe('shares', () => {
  const toTens = (item: number) => String(Math.floor(item / 10))

  test('refuses an owner with too much queued, and nobody else', async () => {
    const { write, finishNext } = createSlowWriter()
    const gatherer = createGatherer({
      write,
      getOwner: toTens,
      mostInBatch: 4,
      mostWaiting: 10,
      mostOfOneWaiting: 2,
    })
    const firstResult = gatherer.add(1)
    await waitForNextTurn()
    const waitingResults = [gatherer.add(2), gatherer.add(3), gatherer.add(11)]
    await expect(gatherer.add(4)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      data: { retryAt: expect.any(String) },
    })
    finishNext()
    await waitForNextTurn()
    // Items being written no longer count as queued.
    const laterResult = gatherer.add(5)
    for (let n = 0; n < 3; n++) {
      finishNext()
      await waitForNextTurn()
    }
    expect(await Promise.all([firstResult, ...waitingResults, laterResult])).toEqual([10, 20, 30, 110, 50])
  })

  test.each([
    [[1, 2, 3, 4, 11, 21], 4, 9, [1, 2, 11, 21], [3, 4]],
    [[1, 2, 3, 4], 9, 2, [1, 2], [3, 4]],
    [[1, 2, 11, 3, 4, 12, 5], 9, 3, [1, 2, 11, 3, 12], [4, 5]],
    [[1, 11, 21, 31], 3, 2, [1, 11, 21], [31]],
    [[1, 2, 3], 3, 3, [1, 2, 3], []],
  ])(
    'are limited: of %j with a maximum of %i and %i per owner, %j are taken and %j stay',
    (queue, maxInBatch, maxOfOneInBatch, batch, remaining) => {
      const shares = takeShares(
        queue.map(item => ({ item, owner: toTens(item) })),
        { mostInBatch: maxInBatch, mostOfOneInBatch: maxOfOneInBatch },
      )
      expect(shares.batch.map(it => it.item)).toEqual(batch)
      expect(shares.left.map(it => it.item)).toEqual(remaining)
    },
  )

  test('write every item exactly once', () => {
    let queue = Array.from({ length: 997 }, (_, n) => ({ n, owner: String(n % 7 === 0 ? n : n % 5) }))
    const writtenNumbers: number[] = []
    while (queue.length > 0) {
      const { batch, left } = takeShares(queue, { mostInBatch: 50, mostOfOneInBatch: 20 })
      expect(batch.length).toBeGreaterThan(0)
      writtenNumbers.push(...batch.map(it => it.n))
      queue = left
    }
    expect(writtenNumbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 997 }, (_, n) => n))
  })
})

test('leave room for a new owner when ten others fill the queue', async () => {
  const { write, finishNext } = createSlowWriter()
  const gatherer = createGatherer({
    write,
    mostInBatch: 1_000,
    mostWaiting: 100,
    mostOfOneWaiting: 10,
    getOwner: item => String(item % 10),
  })
  const firstResult = gatherer.add(1)
  await waitForNextTurn()
  const floodResults = Array.from({ length: 200 }, (_, n) => gatherer.add(n).catch(error => error.code))
  const settledResults = (await Promise.race([Promise.all(floodResults), waitForNextTurn()])) as undefined
  expect(settledResults).toBeUndefined()
  expect(gatherer.waiting).toBeLessThan(70)
  expect(gatherer.findRefusal('somebody new', 3)).toBeUndefined()
  finishNext()
  await waitForNextTurn()
  finishNext()
  await firstResult
  expect(await Promise.all(floodResults)).toContain('TOO_MANY_REQUESTS')
})

describe('when batches take long', () => {
  /** Creates a gatherer whose clock and batches are advanced by the test. */
  function createSlowGatherer(maxWaitMs = 4_000) {
    let clock = 0
    const { write, finishNext } = createSlowWriter()
    const gatherer = createGatherer({
      write,
      mostInBatch: 10,
      mostWaiting: 1_000,
      mostOfOneWaiting: 100,
      getOwner: item => String(item % 10),
      mostWaitMs: maxWaitMs,
      now: () => clock,
    })
    return {
      gatherer,
      pass: (ms: number) => {
        clock += ms
      },
      /** Ends the running batch after `ms` milliseconds, and starts the next. */
      async finishAfter(ms: number) {
        clock += ms
        finishNext()
        await waitForNextTurn()
      },
    }
  }
  const ignoreRejection = (answer: Promise<unknown>) => void answer.catch(() => undefined)

  test('queues as many as are written in time; the largest owners are refused first, with a retry time', async () => {
    const { gatherer, finishAfter } = createSlowGatherer()
    // Every batch takes a second, which raises the average towards a second.
    for (let n = 0; n < 6; n++) {
      ignoreRejection(gatherer.add(n))
      await waitForNextTurn()
      await finishAfter(1_000)
    }
    ignoreRejection(gatherer.add(1))
    await waitForNextTurn()
    // Three batches of ten fit into four seconds, including one second for the running batch.
    const floodResults = await Promise.all(
      Array.from({ length: 30 }, () =>
        Promise.race([gatherer.add(1).catch(error => error), waitForNextTurn()]),
      ),
    )
    const refusals = floodResults.filter(it => it !== undefined) as unknown[]
    expect(refusals.length).toBeGreaterThan(20)
    expect(refusals[0]).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      data: { retryAt: expect.any(String) },
    })
    for (const owner of [2, 3, 4, 5]) expect(gatherer.findRefusal(String(owner), 1)).toBeUndefined()
  })

  test('counts a stuck batch before it ends: items that would wait too long are refused', async () => {
    const { gatherer, pass, finishAfter } = createSlowGatherer()
    ignoreRejection(gatherer.add(1))
    await waitForNextTurn()
    pass(3_900)
    expect(gatherer.findRefusal('2', 1)).toBeUndefined()
    pass(200)
    expect(gatherer.findRefusal('2', 1)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await finishAfter(0)
    // Nothing is running, so a new item is written immediately and gives a new measurement.
    expect(gatherer.findRefusal('2', 1)).toBeUndefined()
  })

  test('does not refuse many items because of small batches', async () => {
    const { gatherer, finishAfter } = createSlowGatherer()
    for (let n = 0; n < 5; n++) {
      ignoreRejection(gatherer.add(n))
      await waitForNextTurn()
      await finishAfter(5)
    }
    ignoreRejection(gatherer.add(1))
    await waitForNextTurn()
    expect(gatherer.findRefusal('2', 100)).toBeUndefined()
  })
})
