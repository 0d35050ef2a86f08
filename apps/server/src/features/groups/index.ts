/** Exports used by broadcasts and the demo. */
export {
  addedToGroupAlert as addedToGroup,
  mentionedInGroupAlert as mentionedInGroup,
} from './groups.alerts.ts'
export { listGroupNames } from './groups.queries.ts'
