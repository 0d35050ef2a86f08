import type { ZoneDayVisit } from '@muster/contract/presence-days.ts'
import { expect, it } from 'vitest'
import { presenceAt, toZoneDayTimeline, visitAt } from './zone-day-timeline.ts'

const dayStart = Date.parse('2026-11-20T00:00:00.000Z')
const hourMs = 3_600_000
const day = { from: dayStart, to: dayStart + 24 * hourMs }
const afterDay = dayStart + 48 * hourMs
const toIso = (hours: number) => new Date(dayStart + hours * hourMs).toISOString()
const aVisit = (userId: string, from: number, to: number | null, overrides: Partial<ZoneDayVisit> = {}) => ({
  id: `${userId} ${from}`,
  userId,
  name: userId,
  role: 'app_user' as const,
  entryTime: toIso(from),
  exitTime: to === null ? null : toIso(to),
  lastSeen: to === null ? toIso(from) : null,
  source: 'device' as const,
  mock: false,
  ...overrides,
})
const toHours = (ms: number) => (ms - dayStart) / hourMs

it('each person has a row with their part of the day, and gaps stay gaps', () => {
  const visits = [aVisit('ana', -2, 3), aVisit('bo', 8, 12), aVisit('ana', 9, 10), aVisit('bo', 20, 30)]
  const timeline = toZoneDayTimeline(visits, day, afterDay)
  expect(
    timeline.people.map(it => [
      it.userId,
      it.visits.map(({ from, to }) => [toHours(from), toHours(to)]),
      it.length / hourMs,
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
    aVisit('ana', -2, 9),
    aVisit('bo', 8, 12),
    aVisit('cy', 9, 10),
    aVisit('di', 11, null, { lastSeen: toIso(48) }),
  ]
  const { steps, peak, changes } = toZoneDayTimeline(visits, day, afterDay)
  expect(steps.map(({ from, to, inside }) => [toHours(from), toHours(to), inside])).toEqual([
    [0, 8, 1],
    [8, 9, 2],
    [9, 10, 2],
    [10, 11, 1],
    [11, 12, 2],
    [12, 24, 1],
  ])
  expect([toHours(peak.at), peak.inside]).toEqual([8, 2])
  expect(changes.map(toHours)).toEqual([8, 9, 10, 11, 12])
})

it('rows and steps give the same number at every moment', () => {
  const visits = [aVisit('ana', -2, 9), aVisit('bo', 8, 12), aVisit('ana', 9.5, 24), aVisit('cy', 9, 30)]
  const timeline = toZoneDayTimeline(visits, day, afterDay)
  for (const step of timeline.steps)
    for (const at of [step.from, step.to - 1])
      expect(timeline.people.filter(it => visitAt(it, at))).toHaveLength(step.inside)
})

it('a day in progress ends now, including open visits, or with the last known event if the clock is behind', () => {
  const visits = [aVisit('ana', 8, null, { lastSeen: toIso(9.9) })]
  expect(toHours(toZoneDayTimeline(visits, day, dayStart + 10 * hourMs).to)).toBe(10)
  const laggingTimeline = toZoneDayTimeline([aVisit('ana', 8, null)], day, dayStart + 7 * hourMs)
  expect(Math.floor(toHours(laggingTimeline.to))).toBe(8)
  expect(laggingTimeline.people.map(it => visitAt(it, laggingTimeline.to - 1)?.exit)).toEqual([null])
  expect(toZoneDayTimeline([], day, afterDay)).toMatchObject({ people: [], changes: [], peak: { inside: 0 } })
})

it('an open visit ends at the last reading once the person has not been seen for the freshness limit', () => {
  const visits = [
    aVisit('ana', 6, null, { lastSeen: toIso(9) }),
    aVisit('bo', 8, null, { lastSeen: toIso(11.8) }),
    aVisit('cy', 7, 10),
  ]
  const timeline = toZoneDayTimeline(visits, day, dayStart + 12 * hourMs)
  const [ana, bo, cy] = timeline.people
  if (!ana || !bo || !cy) throw new Error('three people')
  expect([ana, bo, cy].map(it => it.length / hourMs)).toEqual([3, 4, 3])
  expect(
    ana.visits.map(({ knownTo, to, unseenSince }) => [knownTo, to, unseenSince ?? 0].map(toHours)),
  ).toEqual([[9, 12, 9]])
  const at = (hour: number) =>
    [ana, bo, cy].map(it => presenceAt(it, hour === 12 ? timeline.to - 1 : dayStart + hour * 3_600_000))
  expect([5, 8.5, 9, 12].map(at)).toEqual([
    ['not_yet', 'not_yet', 'not_yet'],
    ['inside', 'inside', 'inside'],
    ['unseen', 'inside', 'inside'],
    ['unseen', 'inside', 'left'],
  ])
  expect(timeline.steps.map(({ from, inside, unseen }) => [toHours(from), inside, unseen])).toEqual([
    [6, 1, 0],
    [7, 2, 0],
    [8, 3, 0],
    [9, 2, 1],
    [10, 1, 1],
  ])
  expect([toHours(timeline.peak.at), timeline.peak.inside]).toEqual([8, 3])
  expect(timeline.changes.map(toHours)).toEqual([6, 7, 8, 9, 10])
})

it('a day after the last reading counts no time inside', () => {
  const timeline = toZoneDayTimeline([aVisit('ana', -20, null, { lastSeen: toIso(-3) })], day, afterDay)
  expect(timeline.people[0]).toMatchObject({ length: 0, visits: [{ knownTo: dayStart, to: day.to }] })
  expect(timeline.steps).toEqual([{ ...day, inside: 0, unseen: 1 }])
  expect(timeline.peak.inside).toBe(0)
})

it('the axis begins with the first planned shift if nobody came before it, and cuts shifts to the day', () => {
  const visits = [aVisit('ana', 9, 17)]
  const shifts = [
    { from: toIso(6), to: toIso(14) },
    { from: toIso(22), to: toIso(30) },
  ]
  const timeline = toZoneDayTimeline(visits, day, afterDay, shifts)
  expect([toHours(timeline.from), timeline.shifts.map(it => [toHours(it.from), toHours(it.to)])]).toEqual([
    6,
    [
      [6, 14],
      [22, 24],
    ],
  ])
  // A shift that begins later today does not stretch the axis.
  const morning = toZoneDayTimeline([aVisit('ana', 9, null)], day, dayStart + 10 * hourMs, shifts.slice(1))
  expect([toHours(morning.from), morning.shifts]).toEqual([9, []])
})
