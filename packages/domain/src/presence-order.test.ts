import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LoggedReading } from './logged-reading.ts'
import { isEndedBySilence, unknownPresence } from './presence.ts'
import { amendStays } from './presence-amend.ts'
import { foldReadings, foldThenWait } from './testing/fold-readings.ts'
import { createPresenceKeeper, deliveries } from './testing/order-of-readings.ts'

/** The number of runs. `npm run prove -- order` sets a much higher one. */
const runs = Number(process.env.ORDER_RUNS ?? 500)

test('however a person’s readings are shuffled, delayed and repeated, state and visits equal those of the sorted readings', () => {
  fc.assert(
    fc.property(
      deliveries,
      fc.integer({ min: 1, max: 12 }),
      fc.nat({ max: 3 }),
      (delivered, batchSize, waits) => {
        const keeper = createPresenceKeeper()
        let newest = Number.NEGATIVE_INFINITY
        for (let n = 0; n < delivered.length; n += batchSize) {
          keeper.take(delivered.slice(n, n + batchSize))
          // Time passes between some of the batches, even while readings are still in transit.
          if (waits > 0 && (n / batchSize) % waits === 0) keeper.wait()
          const { state, stays } = keeper.held
          const model = (isEndedBySilence(state) ? foldThenWait : foldReadings)(
            delivered.slice(0, n + batchSize),
          )
          expect(state).toEqual(model.state)
          expect(stays.map(({ entryTime, exitTime }) => ({ entryTime, exitTime }))).toEqual(
            model.stays.map(({ entryTime, exitTime }) => ({ entryTime, exitTime })),
          )
          expect(state.capturedAt ?? newest).toBeGreaterThanOrEqual(newest)
          newest = state.capturedAt ?? newest
          for (const [index, stay] of stays.entries()) {
            const nextStay = stays[index + 1]
            if (nextStay)
              expect(stay.exitTime ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(nextStay.entryTime)
          }
        }
      },
    ),
    { numRuns: runs },
  )
})

describe('history without readings', () => {
  const createReading = (capturedAt: number, inside: boolean): LoggedReading => ({
    id: `${capturedAt}`,
    capturedAt,
    inside,
    certainty: 'certain',
    source: 'manual',
  })
  const insideState = { ...unknownPresence, inside: true, capturedAt: 1_230, entryTime: 1_230 }

  test('a visit ended by the end of a membership is not joined to the next one', () => {
    const stays = [
      { id: 'former', entryTime: 1_000, exitTime: 1_100 },
      { id: 'now', entryTime: 1_230, exitTime: null },
    ]
    const context = {
      before: [createReading(1_000, true)],
      after: [createReading(1_230, true)],
      complete: true,
      stays,
      state: insideState,
    }
    expect(amendStays([createReading(1_030, true)], context)).toMatchObject({
      gone: [],
      told: [],
      state: insideState,
    })
    expect(amendStays([createReading(1_030, false)], context)).toMatchObject({
      gone: [{ id: 'former' }],
      told: [{ entryTime: 1_000, exitTime: 1_030, begunBy: 'former' }],
    })
  })

  test('the known history continues where later readings are erased', () => {
    const stays = [{ id: 'now', entryTime: 1_000, exitTime: null }]
    const state = { ...insideState, entryTime: 1_000 }
    const context = { before: [createReading(1_000, true)], after: [], complete: true, stays, state }
    const { told, state: amendedState } = amendStays([createReading(1_100, false)], context)
    expect(told).toEqual([
      { entryTime: 1_000, exitTime: 1_100, begunBy: 'now' },
      { entryTime: 1_230, exitTime: null, begunBy: 'now' },
    ])
    expect(amendedState).toMatchObject({ inside: true, capturedAt: 1_230, entryTime: 1_230, exitTime: null })
  })

  describe('a person who was outside when they withdrew consent, and consented again', () => {
    const state = { ...unknownPresence, capturedAt: 3_000, exitTime: 2_000 }
    const context = {
      before: [createReading(1_000, false)],
      after: [createReading(3_000, false)],
      complete: true,
      stays: [],
      state,
    }

    test('is placed inside by a late reading only up to the withdrawal', () => {
      const { told, state: amendedState } = amendStays([createReading(1_500, true)], context)
      expect(told).toMatchObject([{ entryTime: 1_500, exitTime: 2_000 }])
      expect(amendedState).toEqual({ ...state, entryTime: 1_500 })
    })

    test('keeps the withdrawal when a late reading from before or after it changes nothing', () => {
      for (const lateReading of [createReading(1_500, false), createReading(2_500, false)]) {
        const readingsBefore = [...context.before].filter(it => it.capturedAt < lateReading.capturedAt)
        expect(amendStays([lateReading], { ...context, before: readingsBefore })).toMatchObject({
          gone: [],
          told: [],
          state,
        })
      }
    })

    test('loses earlier open doubts: a reading after the withdrawal does not confirm one from before', () => {
      const createUnsureReading = (capturedAt: number): LoggedReading => ({
        ...createReading(capturedAt, true),
        certainty: 'uncertain',
        source: 'automatic',
      })
      const lateState = { ...state, capturedAt: 240_000 }
      const earlierReadings = [createReading(1_000, false), createUnsureReading(1_900)]
      const amendResult = amendStays([createUnsureReading(13_000)], {
        ...context,
        before: earlierReadings,
        after: [createReading(240_000, false)],
        state: lateState,
      })
      expect(amendResult).toMatchObject({ told: [], state: lateState })
    })
  })
})
