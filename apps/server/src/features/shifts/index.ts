/** The data that reports need in addition to the measured visits. */
export {
  isMemberOrHasVisited as belongsOrWasThere,
  type CorrectionRow,
  type ExpectedRow,
  listCorrections,
  listExpected,
  listObjectionStates,
  type ObjectionStateRow,
} from './attendance.queries.ts'
export { shiftsEvents } from './shifts.events.ts'
