import { expect, it } from 'vitest'
import {
  type CorrectedDay,
  type CorrectionValues,
  clockNote,
  parseMinutes,
  toCorrection,
  toFormValues,
  validateCorrection,
} from './correction-form.ts'

const timeZone = 'Europe/Berlin'
const day = '2026-10-24'
const nothing = { firstIn: null, lastOut: null, insideMinutes: null }
const unmeasured: CorrectedDay = { day, timeZone, measured: nothing, counts: undefined }
/** A measured day from 08:20 to 16:40 in the zone's time zone, with a break. */
const measured: CorrectedDay = {
  ...unmeasured,
  measured: {
    firstIn: '2026-10-24T06:20:31.000Z',
    lastOut: '2026-10-24T14:40:00.000Z',
    insideMinutes: 431,
  },
}
const typed = (of: CorrectedDay, changes: Partial<CorrectionValues>) =>
  toCorrection({ ...toFormValues(of), ...changes }, of)

it('the form starts with the measured times and does not send them unchanged', () => {
  expect(toFormValues(measured)).toMatchObject({
    firstInDay: day,
    firstIn: '08:20',
    lastOut: '16:40',
    hours: '',
  })
  expect(typed(measured, {})).toEqual({ ...nothing, excused: false })
  expect(typed(measured, { excused: true, hours: '7:11' })).toEqual({ ...nothing, excused: true })
  expect(typed(measured, { firstIn: '', lastOut: '' })).toEqual({ ...nothing, excused: false })
})

it('a changed time is sent together with the other one, and the time between them counts', () => {
  const stay = { firstIn: '2026-10-24T06:20:00.000Z', lastOut: '2026-10-24T15:00:00.000Z' }
  expect(typed(measured, { lastOut: '17:00' })).toMatchObject({ ...stay, insideMinutes: 520 })
  expect(typed(measured, { firstIn: '', lastOut: '17:00' })).toMatchObject(stay)
  expect(typed(measured, { lastOut: '17:00', hours: '8' })).toMatchObject({ ...stay, insideMinutes: 480 })
  expect(typed(measured, { hours: '8' })).toEqual({ ...nothing, insideMinutes: 480, excused: false })
})

it('a single typed time is on the day itself, or on the next day in a night shift', () => {
  const night = { firstIn: '22:00', lastOut: '06:00', firstInDay: '', lastOutDay: '2026-10-25' }
  // The clocks go back during that night.
  expect(typed(unmeasured, night)).toEqual({
    firstIn: '2026-10-24T20:00:00.000Z',
    lastOut: '2026-10-25T05:00:00.000Z',
    insideMinutes: 540,
    excused: false,
  })
  expect(typed(unmeasured, { lastOut: '17:00' })).toMatchObject({
    ...{ firstIn: null, lastOut: '2026-10-24T15:00:00.000Z', insideMinutes: null },
  })
})

it('a measured time repeated by a clock change does not count as a change', () => {
  const firstIn = '2026-10-25T00:30:00.000Z'
  const twice = { ...unmeasured, day: '2026-10-25', measured: { ...nothing, firstIn } }
  expect(toFormValues(twice).firstIn).toBe('02:30')
  expect(typed(twice, {})).toMatchObject(nothing)
})

it('the form starts with the current correction, except for its reason', () => {
  const counts = { firstIn: '2026-10-24T06:00:00.000Z', lastOut: null, insideMinutes: 65, excused: true }
  const corrected = { ...measured, counts }
  expect(toFormValues(corrected)).toEqual({
    ...{ firstInDay: day, firstIn: '08:00', lastOutDay: day, lastOut: '16:40' },
    ...{ hours: '1:05', excused: true, reason: '' },
  })
  // Hours derived from the times are not filled in, so that they change with the times.
  const follows = { ...corrected, counts: { ...counts, insideMinutes: 520 } }
  expect(toFormValues(follows).hours).toBe('')
  expect(typed(follows, {}).insideMinutes).toBe(520)
})

it.for([
  ['7:30', 450],
  ['7.5', 450],
  ['7,25', 435],
  ['8', 480],
  ['48:00', 2880],
  ['48:01', undefined],
  ['7:75', undefined],
  ['eight', undefined],
] as const)('%s is parsed as %s minutes', ([text, minutes]) => expect(parseMinutes(text)).toBe(minutes))

it('missing and invalid values are reported', () => {
  const wrong = (over: Partial<CorrectionValues>, of = measured) =>
    Object.entries(
      validateCorrection({ ...toFormValues(of), reason: 'Phone empty', ...over }, of, 'Answer'),
    ).flatMap(([field, it]) => (it ? field : []))
  expect(wrong({})).toEqual(['firstIn'])
  expect(wrong({ excused: true })).toEqual([])
  expect(wrong({ excused: true, reason: ' ' })).toEqual(['reason'])
  expect(wrong({ firstIn: '08:00', lastOut: '07:00' }, unmeasured)).toEqual(['lastOut'])
  expect(wrong({ hours: 'x' })).toEqual(['hours'])
  expect(validateCorrection(toFormValues(measured), measured, 'Answer is required').reason).toBe(
    'Answer is required',
  )
})

it('skipped and repeated clock times are explained', () => {
  expect(clockNote('2026-03-29', '02:30', timeZone)).toMatch(/skip this time. 03:30 is used/)
  expect(clockNote('2026-10-25', '02:30', timeZone)).toMatch(/occurs twice/)
  expect(clockNote('2026-10-25', '03:30', timeZone)).toBeUndefined()
})
