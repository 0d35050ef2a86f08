import { findInstant } from '@muster/domain/local-time.ts'
import { expect, it } from 'vitest'
import type { CorrectionRow, ExpectedRow } from '../shifts/index.ts'
import type { DoubtfulRow, MeasuredRow, ShiftPresenceRow } from './attendance.queries.ts'
import { judgeAttendance } from './judge-attendance.ts'

const day = '2026-06-10'
const key = { zone_id: 'z', user_id: 'ann', day }
const ms = (time: string) => findInstant(day, time, 'UTC')
const at = (time: string) => new Date(ms(time))
const shift = (from: string, to: string): ExpectedRow => ({
  ...key,
  ...{ starts_at: at(from), ends_at: at(to), grace_minutes: 10, plan: 'Day', holiday: null },
})
const free: ExpectedRow = { ...shift('08:00', '16:00'), starts_at: null, ends_at: null }
const corrected = (times: Partial<CorrectionRow>): CorrectionRow => ({
  ...key,
  ...{ id: 'c', first_in: null, last_out: null, inside_minutes: null, excused: false, withdrawn: false },
  ...{ reason: 'x', corrected_by: null, corrected_at: at('20:00') },
  ...times,
})
/** Creates one visit with its part within the shift from 08:00 to 16:00. */
const visit = (from: string, to: string | null, now = '23:00') => {
  const [came, left] = [Math.max(ms(from), ms('08:00')), Math.min(ms(to ?? now), ms('16:00'))]
  const [inside_s, met_s] = [(ms(to ?? now) - ms(from)) / 1_000, Math.max(0, left - came) / 1_000]
  const measured: MeasuredRow = {
    ...key,
    ...{ first_in: at(from), last_out: to === null ? null : at(to), visits: 1, visits_begun: 1, inside_s },
    ...{ entered_at: at(from), left_at: to === null ? null : at(to), unseen_since: null },
  }
  const met: ShiftPresenceRow = {
    ...key,
    ...{ came: new Date(came), left: new Date(left), in_shifts_s: met_s, covered_s: met_s },
  }
  return { measured: [measured], met: met_s > 0 ? [met] : [] }
}
const judged = (judge: Partial<Parameters<typeof judgeAttendance>[0]>, now = '23:00') =>
  judgeAttendance(
    { measured: [], doubtful: [], expected: [], met: [], corrections: [], objections: [], ...judge },
    ms(now),
  ).map(
    row => `${row.judged?.mark} ${row.insideMinutes} min, ${row.refused} refused, objection ${row.objection}`,
  )

it('a day counts once one of its shifts has begun, including the time between two shifts', () => {
  const expected = [shift('08:00', '12:00'), shift('14:00', '18:00')]
  expect(judged({ expected }, '07:59')).toEqual([])
  expect(judged({ expected }, '13:00')).toEqual(['late 0 min, 0 refused, objection null'])
  expect(judged({ expected }, '18:00')).toEqual(['absent 0 min, 0 refused, objection null'])
})

it('a person whose exit is unknown is not reported as leaving early', () => {
  const expected = [shift('08:00', '16:00')]
  const left = visit('08:00', '12:00')
  expect(judged({ expected, ...left })).toEqual(['left_early 240 min, 0 refused, objection null'])
  const unseen = left.measured.map(row => ({ ...row, left_at: null, unseen_since: at('12:00') }))
  expect(judged({ expected, ...left, measured: unseen })).toEqual([
    'present 240 min, 0 refused, objection null',
  ])
})

it('a day with only refused readings or an objection has a row, even on a day off', () => {
  const doubtful: DoubtfulRow[] = [{ ...key, refused: 2, uncertain: 0 }]
  const objections = [{ ...key, objection_id: 'o', state: 'open' as const }]
  expect(judged({ doubtful })).toEqual(['undefined 0 min, 2 refused, objection null'])
  expect(judged({ objections, expected: [free] })).toEqual(['day_off 0 min, 0 refused, objection open'])
  expect(judged({ expected: [free] })).toEqual([])
})

it.for([
  ['first in, before the visit', { first_in: at('08:00') }, visit('10:00', '16:00'), 'present', 480],
  [
    'first in, of a visit after the shift',
    { first_in: at('08:00') },
    visit('17:00', '18:00'),
    'present',
    600,
  ],
  ['first in, too late', { first_in: at('09:00') }, visit('08:00', '16:00'), 'late', 420],
  ['last out', { last_out: at('16:00') }, visit('08:05', '11:00'), 'present', 475],
  [
    'last out of a visit before the shift',
    { last_out: at('15:00') },
    visit('07:00', '07:30'),
    'left_early',
    480,
  ],
  [
    'first in of somebody who is still there',
    { first_in: at('08:00') },
    visit('10:00', null),
    'present',
    900,
  ],
  ['both ends', { first_in: at('08:00'), last_out: at('16:00') }, {}, 'present', 480],
  ['the time alone', { inside_minutes: 60 }, {}, 'present', 60],
] as const)('a correction of %s applies', ([, times, correction, mark, minutes]) => {
  const expected = [shift('08:00', '16:00')]
  expect(judged({ ...correction, expected, corrections: [corrected(times)] })).toEqual([
    expect.stringContaining(`${mark} ${minutes} min`),
  ])
})

it('a correction without an end takes it from the night shift, not from the evening before', () => {
  const next = (time: string) => new Date(ms(time) + 86_400_000)
  const expected = [{ ...shift('22:00', '23:00'), ends_at: next('06:00') }]
  // Until 06:00 the person works the shift of the day before.
  const measured: MeasuredRow[] = [
    {
      ...key,
      first_in: at('00:00'),
      last_out: next('00:00'),
      entered_at: new Date(ms('22:00') - 86_400_000),
      left_at: next('05:00'),
      unseen_since: null,
      visits: 2,
      visits_begun: 1,
      inside_s: 8 * 3_600,
    },
  ]
  const met = [
    { ...key, came: at('22:00'), left: next('05:00'), in_shifts_s: 7 * 3_600, covered_s: 8 * 3_600 },
  ]
  const corrections = [corrected({ last_out: next('06:00') })]
  expect(
    judgeAttendance(
      { measured, met, expected, corrections, doubtful: [], objections: [] },
      next('12:00').getTime(),
    ),
  ).toMatchObject([{ insideMinutes: 480, judged: { mark: 'present', overtimeMinutes: 0 } }])
})
