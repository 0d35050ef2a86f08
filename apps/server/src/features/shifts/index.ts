/** The data that reports need in addition to the measured visits. */
export {
  type CorrectionRow,
  deleteOldAttendance,
  type ExpectedRow,
  isMemberOrHasVisited as belongsOrWasThere,
  listCorrections,
  listExpected,
  listObjectionStates,
  type ObjectionStateRow,
} from './attendance.queries.ts'
export { listShiftsOfPerson, listShiftsOfZone, type PlannedShift } from './planned-shifts.queries.ts'
export { shiftsEvents } from './shifts.events.ts'
