/** The components and helpers used by the reports page. */
export { toMeasuredDay } from './correction-form.ts'
export { DayCorrection } from './day-correction.tsx'
export { ExpectedHours } from './expected-hours.tsx'
export { ObjectToDay } from './object-to-day.tsx'
export { OpenObjections } from './open-objections.tsx'
