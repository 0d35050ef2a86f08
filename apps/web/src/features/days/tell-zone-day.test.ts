import type { ZoneDayVisit } from '@muster/contract/presence-days.ts'
import { expect, it } from 'vitest'
import { tellZoneDay, visitAt } from './tell-zone-day.ts'

const begin = Date.parse('2026-11-20T00:00:00.000Z')
const hour = 3_600_000
const day = { from: begin, to: begin + 24 * hour }
const over = begin + 48 * hour
const iso = (hours: number) => new Date(begin + hours * hour).toISOString()
const visit = (userId: string, from: number, to: number | null, over: Partial<ZoneDayVisit> = {}) => ({
  id: `${userId} ${from}`,
  userId,
  name: userId,
  role: 'app_user' as const,
  entryTime: iso(from),
  exitTime: to === null ? null : iso(to),
  source: 'device' as const,
  mock: false,
  ...over,
})
const hours = (ms: number) => (ms - begin) / hour

it('a row for each person, with their part of the day; gaps stay gaps', () => {
  const visits = [visit('ana', -2, 3), visit('bo', 8, 12), visit('ana', 9, 10), visit('bo', 20, 30)]
  const told = tellZoneDay(visits, day, over)
  expect(
    told.people.map(it => [
      it.userId,
      it.visits.map(({ from, to }) => [hours(from), hours(to)]),
      it.length / hour,
    ]),
  ).toEqual([
    [
      'ana',
      [
        [0, 3],
        [9, 10],
      ],
      4,
    ],
    [
      'bo',
      [
        [8, 12],
        [20, 24],
      ],
      8,
    ],
  ])
})

it('the steps say how many were inside from moment to moment, without a gap, and where the most were', () => {
  const visits = [visit('ana', -2, 9), visit('bo', 8, 12), visit('cy', 9, 10), visit('di', 11, null)]
  const { steps, peak, changes } = tellZoneDay(visits, day, over)
  expect(steps.map(({ from, to, inside }) => [hours(from), hours(to), inside])).toEqual([
    [0, 8, 1],
    [8, 9, 2],
    [9, 10, 2],
    [10, 11, 1],
    [11, 12, 2],
    [12, 24, 1],
  ])
  expect([hours(peak.at), peak.inside]).toEqual([8, 2])
  expect(changes.map(hours)).toEqual([8, 9, 10, 11, 12])
})

it('for every moment rows and steps say the same number', () => {
  const visits = [visit('ana', -2, 9), visit('bo', 8, 12), visit('ana', 9.5, 24), visit('cy', 9, 30)]
  const told = tellZoneDay(visits, day, over)
  for (const step of told.steps)
    for (const at of [step.from, step.to - 1])
      expect(told.people.filter(it => visitAt(it, at))).toHaveLength(step.inside)
})

it('a day that goes on ends now, with open visits up to there; or with the last that is known, where the clock is behind', () => {
  const visits = [visit('ana', 8, null)]
  expect(hours(tellZoneDay(visits, day, begin + 10 * hour).to)).toBe(10)
  const behind = tellZoneDay(visits, day, begin + 7 * hour)
  expect(Math.floor(hours(behind.to))).toBe(8)
  expect(behind.people.map(it => visitAt(it, behind.to - 1)?.exit)).toEqual([null])
  expect(tellZoneDay([], day, over)).toMatchObject({ people: [], changes: [], peak: { inside: 0 } })
})
