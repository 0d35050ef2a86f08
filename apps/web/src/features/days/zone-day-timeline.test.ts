import type { ZoneDayVisit } from '@muster/contract/presence-days.ts'
import { expect, it } from 'vitest'
import { presenceAt, toZoneDayTimeline, visitAt } from './zone-day-timeline.ts'

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
  lastSeen: to === null ? iso(from) : null,
  source: 'device' as const,
  mock: false,
  ...over,
})
const hours = (ms: number) => (ms - begin) / hour

it('each person has a row with their part of the day, and gaps stay gaps', () => {
  const visits = [visit('ana', -2, 3), visit('bo', 8, 12), visit('ana', 9, 10), visit('bo', 20, 30)]
  const timeline = toZoneDayTimeline(visits, day, over)
  expect(
    timeline.people.map(it => [
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

it('the steps count the people inside without gaps, and give the peak', () => {
  const visits = [
    visit('ana', -2, 9),
    visit('bo', 8, 12),
    visit('cy', 9, 10),
    visit('di', 11, null, { lastSeen: iso(48) }),
  ]
  const { steps, peak, changes } = toZoneDayTimeline(visits, day, over)
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

it('rows and steps give the same number at every moment', () => {
  const visits = [visit('ana', -2, 9), visit('bo', 8, 12), visit('ana', 9.5, 24), visit('cy', 9, 30)]
  const timeline = toZoneDayTimeline(visits, day, over)
  for (const step of timeline.steps)
    for (const at of [step.from, step.to - 1])
      expect(timeline.people.filter(it => visitAt(it, at))).toHaveLength(step.inside)
})

it('a day in progress ends now, including open visits, or with the last known event if the clock is behind', () => {
  const visits = [visit('ana', 8, null, { lastSeen: iso(9.9) })]
  expect(hours(toZoneDayTimeline(visits, day, begin + 10 * hour).to)).toBe(10)
  const behind = toZoneDayTimeline([visit('ana', 8, null)], day, begin + 7 * hour)
  expect(Math.floor(hours(behind.to))).toBe(8)
  expect(behind.people.map(it => visitAt(it, behind.to - 1)?.exit)).toEqual([null])
  expect(toZoneDayTimeline([], day, over)).toMatchObject({ people: [], changes: [], peak: { inside: 0 } })
})

it('an open visit ends at the last reading once the person has not been seen for the freshness limit', () => {
  const visits = [
    visit('ana', 6, null, { lastSeen: iso(9) }),
    visit('bo', 8, null, { lastSeen: iso(11.8) }),
    visit('cy', 7, 10),
  ]
  const timeline = toZoneDayTimeline(visits, day, begin + 12 * hour)
  const [ana, bo, cy] = timeline.people
  if (!ana || !bo || !cy) throw new Error('three people')
  expect([ana, bo, cy].map(it => it.length / hour)).toEqual([3, 4, 3])
  expect(
    ana.visits.map(({ knownTo, to, unseenSince }) => [knownTo, to, unseenSince ?? 0].map(hours)),
  ).toEqual([[9, 12, 9]])
  const at = (hour: number) =>
    [ana, bo, cy].map(it => presenceAt(it, hour === 12 ? timeline.to - 1 : begin + hour * 3_600_000))
  expect([5, 8.5, 9, 12].map(at)).toEqual([
    ['not_yet', 'not_yet', 'not_yet'],
    ['inside', 'inside', 'inside'],
    ['unseen', 'inside', 'inside'],
    ['unseen', 'inside', 'left'],
  ])
  expect(timeline.steps.map(({ from, inside, unseen }) => [hours(from), inside, unseen])).toEqual([
    [0, 0, 0],
    [6, 1, 0],
    [7, 2, 0],
    [8, 3, 0],
    [9, 2, 1],
    [10, 1, 1],
  ])
  expect([hours(timeline.peak.at), timeline.peak.inside]).toEqual([8, 3])
  expect(timeline.changes.map(hours)).toEqual([6, 7, 8, 9, 10])
})

it('a day after the last reading counts no time inside', () => {
  const timeline = toZoneDayTimeline([visit('ana', -20, null, { lastSeen: iso(-3) })], day, over)
  expect(timeline.people[0]).toMatchObject({ length: 0, visits: [{ knownTo: begin, to: day.to }] })
  expect(timeline.steps).toEqual([{ ...day, inside: 0, unseen: 1 }])
  expect(timeline.peak.inside).toBe(0)
})
