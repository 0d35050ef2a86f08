import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LoggedReading } from './logged-reading.ts'
import { isEndedBySilence, unknownPresence } from './presence.ts'
import { amendStays } from './presence-amend.ts'
import { foldReadings, foldThenWait } from './testing/fold-readings.ts'
import { deliveries, presenceKeeper } from './testing/order-of-readings.ts'

/** `npm run prove -- order` runs many more. */
const runs = Number(process.env.ORDER_RUNS ?? 500)

test('however a person’s readings are shuffled, delayed and repeated, state and visits equal those of the sorted readings', () => {
  fc.assert(
    fc.property(
      deliveries,
      fc.integer({ min: 1, max: 12 }),
      fc.nat({ max: 3 }),
      (delivered, together, waits) => {
        const keeper = presenceKeeper()
        let newest = Number.NEGATIVE_INFINITY
        for (let n = 0; n < delivered.length; n += together) {
          keeper.take(delivered.slice(n, n + together))
          // The clock runs from time to time, whatever is still in transit.
          if (waits > 0 && (n / together) % waits === 0) keeper.wait()
          const { state, stays } = keeper.held
          const model = (isEndedBySilence(state) ? foldThenWait : foldReadings)(
            delivered.slice(0, n + together),
          )
          expect(state).toEqual(model.state)
          expect(stays.map(({ entryTime, exitTime }) => ({ entryTime, exitTime }))).toEqual(
            model.stays.map(({ entryTime, exitTime }) => ({ entryTime, exitTime })),
          )
          expect(state.capturedAt ?? newest).toBeGreaterThanOrEqual(newest)
          newest = state.capturedAt ?? newest
          for (const [at, stay] of stays.entries()) {
            const next = stays[at + 1]
            if (next) expect(stay.exitTime ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(next.entryTime)
          }
        }
      },
    ),
    { numRuns: runs },
  )
})

describe('history without readings', () => {
  const at = (capturedAt: number, inside: boolean): LoggedReading => ({
    id: `${capturedAt}`,
    capturedAt,
    inside,
    certainty: 'certain',
    source: 'manual',
  })
  const inside = { ...unknownPresence, inside: true, capturedAt: 1_230, entryTime: 1_230 }

  test('a visit ended by the end of a membership is not joined to the next one', () => {
    const stays = [
      { id: 'former', entryTime: 1_000, exitTime: 1_100 },
      { id: 'now', entryTime: 1_230, exitTime: null },
    ]
    const around = {
      before: [at(1_000, true)],
      after: [at(1_230, true)],
      complete: true,
      stays,
      state: inside,
    }
    expect(amendStays([at(1_030, true)], around)).toMatchObject({ gone: [], told: [], state: inside })
    expect(amendStays([at(1_030, false)], around)).toMatchObject({
      gone: [{ id: 'former' }],
      told: [{ entryTime: 1_000, exitTime: 1_030, begunBy: 'former' }],
    })
  })

  test('the known history continues where later readings are erased', () => {
    const stays = [{ id: 'now', entryTime: 1_000, exitTime: null }]
    const state = { ...inside, entryTime: 1_000 }
    const around = { before: [at(1_000, true)], after: [], complete: true, stays, state }
    const { told, state: then } = amendStays([at(1_100, false)], around)
    expect(told).toEqual([
      { entryTime: 1_000, exitTime: 1_100, begunBy: 'now' },
      { entryTime: 1_230, exitTime: null, begunBy: 'now' },
    ])
    expect(then).toMatchObject({ inside: true, capturedAt: 1_230, entryTime: 1_230, exitTime: null })
  })

  describe('a person who was outside when they withdrew consent, and consented again', () => {
    const state = { ...unknownPresence, capturedAt: 3_000, exitTime: 2_000 }
    const around = { before: [at(1_000, false)], after: [at(3_000, false)], complete: true, stays: [], state }

    test('is placed inside by a late reading only up to the withdrawal', () => {
      const { told, state: then } = amendStays([at(1_500, true)], around)
      expect(told).toMatchObject([{ entryTime: 1_500, exitTime: 2_000 }])
      expect(then).toEqual({ ...state, entryTime: 1_500 })
    })

    test('keeps the withdrawal when a late reading from before or after it changes nothing', () => {
      for (const late of [at(1_500, false), at(2_500, false)]) {
        const before = [...around.before].filter(it => it.capturedAt < late.capturedAt)
        expect(amendStays([late], { ...around, before })).toMatchObject({ gone: [], told: [], state })
      }
    })

    test('loses earlier open doubts: a reading after the withdrawal does not confirm one from before', () => {
      const unsure = (capturedAt: number): LoggedReading => ({
        ...at(capturedAt, true),
        certainty: 'uncertain',
        source: 'automatic',
      })
      const long = { ...state, capturedAt: 240_000 }
      const before = [at(1_000, false), unsure(1_900)]
      const then = amendStays([unsure(13_000)], {
        ...around,
        before,
        after: [at(240_000, false)],
        state: long,
      })
      expect(then).toMatchObject({ told: [], state: long })
    })
  })
})
