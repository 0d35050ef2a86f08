import { expect, it } from 'vitest'
import {
  type CorrectedDay,
  type CorrectionValues,
  clockChangeNote,
  parseMinutes,
  toCorrection,
  toFormValues,
  validateCorrection,
} from './correction-form.ts'

const timeZone = 'Europe/Berlin'
const day = '2026-10-24'
const nothingMeasured = { firstIn: null, lastOut: null, insideMinutes: null }
const unmeasuredDay: CorrectedDay = { day, timeZone, measured: nothingMeasured, counts: undefined }
/** A measured day from 08:20 to 16:40 in the zone's time zone, with a break. */
const measuredDay: CorrectedDay = {
  ...unmeasuredDay,
  measured: {
    firstIn: '2026-10-24T06:20:31.000Z',
    lastOut: '2026-10-24T14:40:00.000Z',
    insideMinutes: 431,
  },
}
const toTypedCorrection = (correctedDay: CorrectedDay, changes: Partial<CorrectionValues>) =>
  toCorrection({ ...toFormValues(correctedDay), ...changes }, correctedDay)

it('the form starts with the measured times and does not send them unchanged', () => {
  expect(toFormValues(measuredDay)).toMatchObject({
    firstInDay: day,
    firstIn: '08:20',
    lastOut: '16:40',
    hours: '',
  })
  expect(toTypedCorrection(measuredDay, {})).toEqual({ ...nothingMeasured, excused: false })
  expect(toTypedCorrection(measuredDay, { excused: true, hours: '7:11' })).toEqual({
    ...nothingMeasured,
    excused: true,
  })
  expect(toTypedCorrection(measuredDay, { firstIn: '', lastOut: '' })).toEqual({
    ...nothingMeasured,
    excused: false,
  })
})

it('a changed time is sent together with the other one, and the time between them counts', () => {
  const stay = { firstIn: '2026-10-24T06:20:00.000Z', lastOut: '2026-10-24T15:00:00.000Z' }
  expect(toTypedCorrection(measuredDay, { lastOut: '17:00' })).toMatchObject({ ...stay, insideMinutes: 520 })
  expect(toTypedCorrection(measuredDay, { firstIn: '', lastOut: '17:00' })).toMatchObject(stay)
  expect(toTypedCorrection(measuredDay, { lastOut: '17:00', hours: '8' })).toMatchObject({
    ...stay,
    insideMinutes: 480,
  })
  expect(toTypedCorrection(measuredDay, { hours: '8' })).toEqual({
    ...nothingMeasured,
    insideMinutes: 480,
    excused: false,
  })
})

it('a single typed time is on the day itself, or on the next day in a night shift', () => {
  const night = { firstIn: '22:00', lastOut: '06:00', firstInDay: '', lastOutDay: '2026-10-25' }
  // The clocks go back during that night.
  expect(toTypedCorrection(unmeasuredDay, night)).toEqual({
    firstIn: '2026-10-24T20:00:00.000Z',
    lastOut: '2026-10-25T05:00:00.000Z',
    insideMinutes: 540,
    excused: false,
  })
  expect(toTypedCorrection(unmeasuredDay, { lastOut: '17:00' })).toMatchObject({
    ...{ firstIn: null, lastOut: '2026-10-24T15:00:00.000Z', insideMinutes: null },
  })
})

it('a measured time repeated by a clock change does not count as a change', () => {
  const firstIn = '2026-10-25T00:30:00.000Z'
  const dayWithRepeatedHour = {
    ...unmeasuredDay,
    day: '2026-10-25',
    measured: { ...nothingMeasured, firstIn },
  }
  expect(toFormValues(dayWithRepeatedHour).firstIn).toBe('02:30')
  expect(toTypedCorrection(dayWithRepeatedHour, {})).toMatchObject(nothingMeasured)
})

it('the form starts with the current correction, except for its reason', () => {
  const currentCorrection = {
    firstIn: '2026-10-24T06:00:00.000Z',
    lastOut: null,
    insideMinutes: 65,
    excused: true,
  }
  const correctedDay = { ...measuredDay, counts: currentCorrection }
  expect(toFormValues(correctedDay)).toEqual({
    ...{ firstInDay: day, firstIn: '08:00', lastOutDay: day, lastOut: '16:40' },
    ...{ hours: '1:05', excused: true, reason: '' },
  })
  // Hours derived from the times are not filled in, so that they change with the times.
  const dayWithDerivedHours = { ...correctedDay, counts: { ...currentCorrection, insideMinutes: 520 } }
  expect(toFormValues(dayWithDerivedHours).hours).toBe('')
  expect(toTypedCorrection(dayWithDerivedHours, {}).insideMinutes).toBe(520)
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
  const findInvalidFields = (overrides: Partial<CorrectionValues>, correctedDay = measuredDay) =>
    Object.entries(
      validateCorrection(
        { ...toFormValues(correctedDay), reason: 'Phone empty', ...overrides },
        correctedDay,
        'Answer',
      ),
    ).flatMap(([field, it]) => (it ? field : []))
  expect(findInvalidFields({})).toEqual(['firstIn'])
  expect(findInvalidFields({ excused: true })).toEqual([])
  expect(findInvalidFields({ excused: true, reason: ' ' })).toEqual(['reason'])
  expect(findInvalidFields({ firstIn: '08:00', lastOut: '07:00' }, unmeasuredDay)).toEqual(['lastOut'])
  expect(findInvalidFields({ hours: 'x' })).toEqual(['hours'])
  expect(validateCorrection(toFormValues(measuredDay), measuredDay, 'Answer is required').reason).toBe(
    'Answer is required',
  )
})

it('skipped and repeated clock times are explained', () => {
  expect(clockChangeNote('2026-03-29', '02:30', timeZone)).toMatch(/skip this time. 03:30 is used/)
  expect(clockChangeNote('2026-10-25', '02:30', timeZone)).toMatch(/occurs twice/)
  expect(clockChangeNote('2026-10-25', '03:30', timeZone)).toBeUndefined()
})
