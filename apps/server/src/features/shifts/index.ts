/** What reports are made of, beside the measured visits. */
export {
  belongsOrWasThere,
  type CorrectionRow,
  type ExpectedRow,
  listCorrections,
  listExpected,
  listObjectionStates,
  type ObjectionStateRow,
} from './attendance.queries.ts'
export { shiftsEvents } from './shifts.events.ts'
export { shiftsPersonalData } from './shifts.personal-data.ts'
