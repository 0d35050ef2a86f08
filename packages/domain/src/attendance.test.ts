import { expect, it } from 'vitest'
import { type DayOfPerson, judgeDay, overlapMs, type Shift } from './attendance.ts'
import { findInstant } from './local-time.ts'

type Case = {
  zone?: string
  day?: string
  shifts?: [string, string][]
  grace?: number
  holiday?: string
  excused?: boolean
  unseenArrival?: string
  visits?: [string, string | null][]
  now?: string
}

/** Builds a day from local clock times. A `+` marks times on the next day. */
function toDay(it: Case): DayOfPerson {
  const zone = it.zone ?? 'Europe/Berlin'
  const day = it.day ?? '2026-06-10'
  const at = (time: string) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
    const nextDay = new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10)
    return time.startsWith('+') ? findInstant(nextDay, time.slice(1), zone) : findInstant(day, time, zone)
  }
  const shifts: Shift[] = (it.shifts ?? [['08:00', '17:00']]).map(([from, to]) => ({
    startsAt: at(from),
    endsAt: at(to),
    graceMinutes: it.grace ?? 10,
  }))
  const visits = (it.visits ?? []).map(([from, to]) => ({ from: at(from), to: to === null ? null : at(to) }))
  const now = at(it.now ?? '+12:00')
  return {
    shifts,
    holiday: it.holiday ?? null,
    excused: it.excused ?? false,
    unseenArrivalMs: it.unseenArrival === undefined ? null : at(it.unseenArrival),
    firstInMs: visits[0]?.from ?? null,
    lastOutMs: visits.at(-1)?.to ?? null,
    insideMs: visits.reduce((sum, { from, to }) => sum + (to ?? now) - from, 0),
    insideShiftMs: overlapMs(visits, shifts, now),
    now,
  }
}

it.for<[string, Case, string]>([
  ['on time', { visits: [['08:00', '17:00']] }, 'present, 0 late, 0 early, 0 over, 540 expected'],
  ['within the grace', { visits: [['08:10', '16:50']] }, 'present, 0 late, 0 early, 0 over, 540 expected'],
  [
    'a minute past the grace',
    { visits: [['08:11', '17:00']] },
    'late, 11 late, 0 early, 0 over, 540 expected',
  ],
  ['gone too early', { visits: [['08:00', '16:30']] }, 'left_early, 0 late, 30 early, 0 over, 540 expected'],
  ['both', { visits: [['09:00', '16:00']] }, 'late_and_left_early, 60 late, 60 early, 0 over, 540 expected'],
  ['longer', { visits: [['07:30', '18:15']] }, 'present, 0 late, 0 early, 105 over, 540 expected'],
  ['not there, grace not over', { now: '08:10' }, 'not_yet, 0 late, 0 early, 0 over, 540 expected'],
  ['before the shift', { now: '06:00' }, 'not_yet, 0 late, 0 early, 0 over, 540 expected'],
  ['not there, grace over', { now: '08:25' }, 'late, 25 late, 0 early, 0 over, 540 expected'],
  ['not there a minute before the end', { now: '16:59' }, 'late, 539 late, 0 early, 0 over, 540 expected'],
  ['not there at the end', { now: '17:00' }, 'absent, 0 late, 0 early, 0 over, 540 expected'],
  [
    'there only before the shift',
    { visits: [['05:00', '06:00']] },
    'absent, 0 late, 0 early, 60 over, 540 expected',
  ],
  [
    'still there',
    { visits: [['08:00', null]], now: '12:00' },
    'present, 0 late, 0 early, 0 over, 540 expected',
  ],
  [
    'still there after the end',
    { visits: [['08:00', null]], now: '18:00' },
    'present, 0 late, 0 early, 60 over, 540 expected',
  ],
  [
    'at lunch',
    { visits: [['08:00', '12:00']], now: '12:30' },
    'present, 0 late, 0 early, 0 over, 540 expected',
  ],
  [
    'not back from lunch',
    { visits: [['08:00', '12:00']] },
    'left_early, 0 late, 300 early, 0 over, 540 expected',
  ],
  ['a holiday', { holiday: 'New Year', shifts: [] }, 'holiday, 0 late, 0 early, 0 over, 0 expected'],
  [
    'worked on a holiday',
    { holiday: 'New Year', visits: [['08:00', '12:00']] },
    'worked_on_day_off, 0 late, 0 early, 240 over, 0 expected',
  ],
  ['a day off', { shifts: [] }, 'day_off, 0 late, 0 early, 0 over, 0 expected'],
  [
    'worked on a day off',
    { shifts: [], visits: [['08:00', '09:00']] },
    'worked_on_day_off, 0 late, 0 early, 60 over, 0 expected',
  ],
  ['excused', { excused: true }, 'excused, 0 late, 0 early, 0 over, 540 expected'],
  ['excused ahead', { excused: true, now: '06:00' }, 'excused, 0 late, 0 early, 0 over, 540 expected'],
  [
    'excused for a part',
    { excused: true, visits: [['10:00', '17:00']] },
    'excused, 0 late, 0 early, 0 over, 540 expected',
  ],
  [
    'excused, and there all the same',
    { excused: true, visits: [['08:00', '17:00']] },
    'present, 0 late, 0 early, 0 over, 540 expected',
  ],
  [
    'came before the shift by badge and was not seen since',
    { unseenArrival: '07:55' },
    'present, 0 late, 0 early, 0 over, 540 expected',
  ],
  [
    'came late by badge and was not seen since',
    { unseenArrival: '09:00' },
    'late, 60 late, 0 early, 0 over, 540 expected',
  ],
  [
    'came by badge after the shift',
    { unseenArrival: '17:30' },
    'absent, 0 late, 0 early, 0 over, 540 expected',
  ],
  [
    'split shifts',
    {
      shifts: [
        ['08:00', '12:00'],
        ['15:00', '19:00'],
      ],
      visits: [
        ['08:00', '12:00'],
        ['15:00', '19:00'],
      ],
    },
    'present, 0 late, 0 early, 0 over, 480 expected',
  ],
  [
    'between split shifts',
    {
      shifts: [
        ['08:00', '12:00'],
        ['15:00', '19:00'],
      ],
      visits: [['08:00', '12:00']],
      now: '14:00',
    },
    'present, 0 late, 0 early, 0 over, 480 expected',
  ],
  [
    'the second left out',
    {
      shifts: [
        ['08:00', '12:00'],
        ['15:00', '19:00'],
      ],
      visits: [['08:00', '12:00']],
    },
    'left_early, 0 late, 240 early, 0 over, 480 expected',
  ],
  [
    'the first left out',
    {
      shifts: [
        ['08:00', '12:00'],
        ['15:00', '19:00'],
      ],
      visits: [['15:00', '19:00']],
    },
    'late, 240 late, 0 early, 0 over, 480 expected',
  ],
  [
    'over night',
    { shifts: [['22:00', '+06:00']], visits: [['22:20', '+06:00']] },
    'late, 20 late, 0 early, 0 over, 480 expected',
  ],
  [
    'over night, not over',
    { shifts: [['22:00', '+06:00']], visits: [['22:00', '23:30']], now: '+01:00' },
    'present, 0 late, 0 early, 0 over, 480 expected',
  ],
  [
    'clocks put forward',
    { day: '2026-03-28', shifts: [['22:00', '+06:00']], visits: [['22:00', '+06:00']] },
    'present, 0 late, 0 early, 0 over, 420 expected',
  ],
  [
    'clocks put back',
    { day: '2026-10-24', shifts: [['22:00', '+06:00']], visits: [['22:00', '+06:00']] },
    'present, 0 late, 0 early, 0 over, 540 expected',
  ],
  [
    'early over the hour that comes twice',
    { day: '2026-10-24', shifts: [['22:00', '+06:00']], visits: [['22:00', '+01:00']] },
    'left_early, 0 late, 360 early, 0 over, 540 expected',
  ],
  [
    'New York put forward',
    {
      zone: 'America/New_York',
      day: '2026-03-07',
      shifts: [['22:00', '+06:00']],
      visits: [['+00:00', '+06:00']],
    },
    'late, 120 late, 0 early, 0 over, 420 expected',
  ],
  [
    'New York put back',
    {
      zone: 'America/New_York',
      day: '2026-10-31',
      shifts: [['22:00', '+06:00']],
      visits: [['22:00', '+07:00']],
    },
    'present, 0 late, 0 early, 60 over, 540 expected',
  ],
])('%s', ([, it, expected]) => {
  const { mark, lateMinutes, earlyMinutes, overtimeMinutes, expectedMinutes } = judgeDay(toDay(it))
  expect(
    `${mark}, ${lateMinutes} late, ${earlyMinutes} early, ${overtimeMinutes} over, ${expectedMinutes} expected`,
  ).toBe(expected)
})
