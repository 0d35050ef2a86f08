import { findInstant } from '@muster/domain/local-time.ts'
import { expect, it } from 'vitest'
import type { CorrectionRow, ExpectedRow } from '../shifts/index.ts'
import type { DoubtfulDayRow, MeasuredDayRow, ShiftPresenceRow } from './attendance.queries.ts'
import { judgeAttendance } from './judge-attendance.ts'

const day = '2026-06-10'
const key = { zone_id: 'z', user_id: 'ann', day }
const toMs = (time: string) => findInstant(day, time, 'UTC')
const toDate = (time: string) => new Date(toMs(time))
const makeShift = (from: string, to: string): ExpectedRow => ({
  ...key,
  ...{ starts_at: toDate(from), ends_at: toDate(to), grace_minutes: 10, plan: 'Day', holiday: null },
})
const dayWithoutShift: ExpectedRow = { ...makeShift('08:00', '16:00'), starts_at: null, ends_at: null }
const makeCorrection = (times: Partial<CorrectionRow>): CorrectionRow => ({
  ...key,
  ...{ id: 'c', first_in: null, last_out: null, inside_minutes: null, excused: false, withdrawn: false },
  ...{ reason: 'x', corrected_by: null, corrected_at: toDate('20:00') },
  ...times,
})
/** Creates one visit with its part within the shift from 08:00 to 16:00. */
const makeVisit = (from: string, to: string | null, now = '23:00') => {
  const [arrivedMs, leftMs] = [Math.max(toMs(from), toMs('08:00')), Math.min(toMs(to ?? now), toMs('16:00'))]
  const [inside_s, met_s] = [(toMs(to ?? now) - toMs(from)) / 1_000, Math.max(0, leftMs - arrivedMs) / 1_000]
  const measuredRow: MeasuredDayRow = {
    ...key,
    ...{
      first_in: toDate(from),
      last_out: to === null ? null : toDate(to),
      visits: 1,
      visits_begun: 1,
      inside_s,
    },
    ...{ entered_at: toDate(from), left_at: to === null ? null : toDate(to), unseen_since: null },
    ...{ by_phone: true, by_badge: false },
  }
  const shiftPresence: ShiftPresenceRow = {
    ...key,
    ...{ came: new Date(arrivedMs), left: new Date(leftMs), in_shifts_s: met_s, covered_s: met_s },
  }
  return { measured: [measuredRow], met: met_s > 0 ? [shiftPresence] : [] }
}
const judgeWith = (overrides: Partial<Parameters<typeof judgeAttendance>[0]>, now = '23:00') =>
  judgeAttendance(
    { measured: [], doubtful: [], expected: [], met: [], corrections: [], objections: [], ...overrides },
    toMs(now),
  ).map(
    row => `${row.judged?.mark} ${row.insideMinutes} min, ${row.refused} refused, objection ${row.objection}`,
  )

it('a day counts once one of its shifts has begun, including the time between two shifts', () => {
  const expectedShifts = [makeShift('08:00', '12:00'), makeShift('14:00', '18:00')]
  expect(judgeWith({ expected: expectedShifts }, '07:59')).toEqual([])
  expect(judgeWith({ expected: expectedShifts }, '13:00')).toEqual(['late 0 min, 0 refused, objection null'])
  expect(judgeWith({ expected: expectedShifts }, '18:00')).toEqual([
    'absent 0 min, 0 refused, objection null',
  ])
})

it('a person whose exit is unknown is not reported as leaving early', () => {
  const expectedShifts = [makeShift('08:00', '16:00')]
  const earlyVisit = makeVisit('08:00', '12:00')
  expect(judgeWith({ expected: expectedShifts, ...earlyVisit })).toEqual([
    'left_early 240 min, 0 refused, objection null',
  ])
  const unseenRows = earlyVisit.measured.map(row => ({
    ...row,
    left_at: null,
    unseen_since: toDate('12:00'),
  }))
  expect(judgeWith({ expected: expectedShifts, ...earlyVisit, measured: unseenRows })).toEqual([
    'present 240 min, 0 refused, objection null',
  ])
})

it('a day with only refused readings or an objection has a row, even on a day off', () => {
  const doubtfulDays: DoubtfulDayRow[] = [{ ...key, refused: 2, uncertain: 0 }]
  const objections = [{ ...key, objection_id: 'o', state: 'open' as const }]
  expect(judgeWith({ doubtful: doubtfulDays })).toEqual(['undefined 0 min, 2 refused, objection null'])
  expect(judgeWith({ objections, expected: [dayWithoutShift] })).toEqual([
    'day_off 0 min, 0 refused, objection open',
  ])
  expect(judgeWith({ expected: [dayWithoutShift] })).toEqual([])
})

it.for([
  ['first in, before the visit', { first_in: toDate('08:00') }, makeVisit('10:00', '16:00'), 'present', 480],
  [
    'first in, of a visit after the shift',
    { first_in: toDate('08:00') },
    makeVisit('17:00', '18:00'),
    'present',
    600,
  ],
  ['first in, too late', { first_in: toDate('09:00') }, makeVisit('08:00', '16:00'), 'late', 420],
  ['last out', { last_out: toDate('16:00') }, makeVisit('08:05', '11:00'), 'present', 475],
  [
    'last out of a visit before the shift',
    { last_out: toDate('15:00') },
    makeVisit('07:00', '07:30'),
    'left_early',
    480,
  ],
  [
    'first in of somebody who is still there',
    { first_in: toDate('08:00') },
    makeVisit('10:00', null),
    'present',
    900,
  ],
  ['both ends', { first_in: toDate('08:00'), last_out: toDate('16:00') }, {}, 'present', 480],
  ['the time alone', { inside_minutes: 60 }, {}, 'present', 60],
] as const)('a correction of %s applies', ([, times, correction, mark, minutes]) => {
  const expectedShifts = [makeShift('08:00', '16:00')]
  expect(
    judgeWith({ ...correction, expected: expectedShifts, corrections: [makeCorrection(times)] }),
  ).toEqual([expect.stringContaining(`${mark} ${minutes} min`)])
})

it('a correction without an end takes it from the night shift, not from the evening before', () => {
  const toNextDay = (time: string) => new Date(toMs(time) + 86_400_000)
  const expectedShifts = [{ ...makeShift('22:00', '23:00'), ends_at: toNextDay('06:00') }]
  // Until 06:00 the person works the previous day's shift.
  const measuredDays: MeasuredDayRow[] = [
    {
      ...key,
      first_in: toDate('00:00'),
      last_out: toNextDay('00:00'),
      entered_at: new Date(toMs('22:00') - 86_400_000),
      left_at: toNextDay('05:00'),
      unseen_since: null,
      by_phone: true,
      by_badge: false,
      visits: 2,
      visits_begun: 1,
      inside_s: 8 * 3_600,
    },
  ]
  const shiftPresence = [
    { ...key, came: toDate('22:00'), left: toNextDay('05:00'), in_shifts_s: 7 * 3_600, covered_s: 8 * 3_600 },
  ]
  const corrections = [makeCorrection({ last_out: toNextDay('06:00') })]
  expect(
    judgeAttendance(
      {
        measured: measuredDays,
        met: shiftPresence,
        expected: expectedShifts,
        corrections,
        doubtful: [],
        objections: [],
      },
      toNextDay('12:00').getTime(),
    ),
  ).toMatchObject([{ insideMinutes: 480, judged: { mark: 'present', overtimeMinutes: 0 } }])
})
