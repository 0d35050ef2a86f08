import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPin, pinLock } from './pin.ts'

const minute = 60_000
const hour = 60 * minute
const toMinutes = (...times: number[]) => times.map(time => time * minute)

describe('the PIN lock', () => {
  test('counts the remaining attempts', () => {
    expect(pinLock([], 0)).toEqual({ locked: false, triesLeft: 5 })
    expect(pinLock(toMinutes(0), 0)).toEqual({ locked: false, triesLeft: 4 })
    expect(pinLock(toMinutes(0, 1, 2, 3), 4 * minute)).toEqual({ locked: false, triesLeft: 1 })
  })

  test('locks for 15 minutes on the fifth failure', () => {
    const fiveFailures = toMinutes(0, 1, 2, 3, 4)
    expect(pinLock(fiveFailures, 4 * minute)).toEqual({ locked: true, until: 19 * minute })
    expect(pinLock(fiveFailures, 19 * minute - 1)).toEqual({ locked: true, until: 19 * minute })
    expect(pinLock(fiveFailures, 19 * minute)).toEqual({ locked: false, triesLeft: 5 })
  })

  test('locks again after five more failures a day later', () => {
    const firstRound = [0, 1, 2, 3, 4].map(n => n * minute)
    const secondRound = [0, 1, 2, 3, 4].map(n => 25 * hour + n * minute)
    expect(pinLock([...firstRound, ...secondRound.slice(0, 4)], secondRound[3] ?? 0)).toEqual({
      locked: false,
      triesLeft: 1,
    })
    expect(pinLock([...firstRound, ...secondRound], secondRound[4] ?? 0)).toEqual({
      locked: true,
      until: 25 * hour + 19 * minute,
    })
  })

  test('stays locked until a reset after ten failures in a day, however long ago', () => {
    const tenFailures = toMinutes(0, 1, 2, 3, 4, 20, 21, 22, 23, 24)
    expect(pinLock(tenFailures, 24 * minute)).toEqual({ locked: true, until: null })
    expect(pinLock(tenFailures, 400 * hour)).toEqual({ locked: true, until: null })
    expect(pinLock(toMinutes(-3_000, ...[0, 1, 2, 3, 4, 20, 21, 22, 23, 24]), 400 * hour)).toEqual({
      locked: true,
      until: null,
    })
  })

  test('counts a day as exactly 24 hours, to the millisecond', () => {
    const nineFailures = [0, ...toMinutes(1, 2, 3, 4, 20, 21, 22, 23)]
    expect(pinLock([...nineFailures, 24 * hour], 30 * hour)).toEqual({ locked: true, until: null })
    expect(pinLock([...nineFailures, 24 * hour + 1], 30 * hour)).toMatchObject({ locked: false })
  })

  test('counts a guess that raced a lock only towards the ten', () => {
    const sixFailures = toMinutes(0, 1, 2, 3, 4, 4)
    expect(pinLock(sixFailures, 5 * minute)).toEqual({ locked: true, until: 19 * minute })
    expect(pinLock(sixFailures, 20 * minute)).toEqual({ locked: false, triesLeft: 4 })
  })

  const pastFailures = fc
    .array(fc.integer({ min: 0, max: 72 * hour }), { maxLength: 25 })
    .map(times => times.sort((a, b) => a - b))

  test('reports exactly how many more failures lock it', () => {
    fc.assert(
      fc.property(pastFailures, fc.integer({ min: 0, max: 72 * hour }), (failures, laterMs) => {
        const now = (failures.at(-1) ?? 0) + laterMs
        const lock = pinLock(failures, now)
        if (lock.locked) return
        expect(lock.triesLeft).toBeGreaterThanOrEqual(1)
        expect(lock.triesLeft).toBeLessThanOrEqual(5)
        for (let extraCount = 1; extraCount <= lock.triesLeft; extraCount += 1) {
          const extendedFailures = [...failures, ...Array<number>(extraCount).fill(now)]
          expect(pinLock(extendedFailures, now).locked).toBe(extraCount === lock.triesLeft)
        }
      }),
    )
  })

  test('changes only on a failure, and a timed lock opens at the announced time', () => {
    fc.assert(
      fc.property(pastFailures, fc.nat(100 * hour), (failures, waitMs) => {
        const now = failures.at(-1) ?? 0
        const lock = pinLock(failures, now)
        const laterLock = pinLock(failures, now + waitMs)
        if (!lock.locked) expect(laterLock.locked).toBe(false)
        else if (lock.until === null) expect(laterLock).toEqual(lock)
        else expect(laterLock.locked).toBe(now + waitMs < lock.until)
      }),
    )
  })
})

test('a PIN is four ASCII digits', () => {
  expect(['0000', '1234', '123', '12345', '12a4', '١٢٣٤', '1234\n'].map(isPin)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
