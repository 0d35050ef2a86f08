import { describe, expect, it } from 'vitest'
import { advanceRound, findUnconfirmed, toNextRound, toParPhase } from './par.ts'

const minute = 60_000
const round = { number: 1, openedAt: 0, dueAt: 20 * minute }
const byClock = (now: number, most = 100) => advanceRound(round, { now, intervalMs: 20 * minute, most })

describe('a round', () => {
  it.each([
    [0, 'running'],
    [16 * minute - 1, 'running'],
    [16 * minute, 'near'],
    [20 * minute - 1, 'near'],
    [20 * minute, 'overdue'],
    [90 * minute, 'overdue'],
  ])('after %d ms is %s', (now, phase) => {
    expect(toParPhase(round, now)).toBe(phase)
  })

  it('stays open while it is overdue, and closes when the next one would be due', () => {
    expect(byClock(40 * minute - 1)).toEqual({ closed: [], open: round })
    expect(byClock(40 * minute)).toEqual({
      closed: [{ ...round, closedAt: 40 * minute }],
      open: { number: 2, openedAt: 40 * minute, dueAt: 60 * minute },
    })
  })

  it('is followed by those of the time in which nobody looked', () => {
    const { closed, open } = byClock(125 * minute)
    expect(closed.map(it => [it.number, it.closedAt / minute])).toEqual([
      [1, 40],
      [2, 80],
      [3, 120],
    ])
    expect(open).toEqual({ number: 4, openedAt: 120 * minute, dueAt: 140 * minute })
  })

  it('is followed by a bounded number of rounds after days', () => {
    const days = 31 * 24 * 60 * minute
    const { closed, open } = byClock(days, 3)
    expect(closed.map(it => it.number)).toEqual([1, 2, 3])
    expect(open).toEqual({ number: 4, openedAt: days, dueAt: days + 20 * minute })
  })

  it('begins as soon as the one before is complete', () => {
    expect(toNextRound(round, 5 * minute, 20 * minute)).toEqual({
      number: 2,
      openedAt: 5 * minute,
      dueAt: 25 * minute,
    })
  })
})

describe('the people who were not confirmed', () => {
  const confirmations = [
    { personId: 'ann', happenedAt: 5 },
    { personId: 'bob', happenedAt: 12 },
  ]
  it('are named in the order of the team', () => {
    expect(findUnconfirmed(['cem', 'ann', 'bob', 'dev'], confirmations, null)).toEqual(['cem', 'dev'])
  })
  it('include those who were confirmed only after the round had closed', () => {
    expect(findUnconfirmed(['ann', 'bob'], confirmations, 10)).toEqual(['bob'])
    expect(findUnconfirmed(['ann', 'bob'], confirmations, 12)).toEqual([])
  })
})
