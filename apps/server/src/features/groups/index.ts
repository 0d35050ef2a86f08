export {
  addedToGroupAlert as addedToGroup,
  mentionedInGroupAlert as mentionedInGroup,
} from './groups.alerts.ts'
export { findGroups, listGroupNames, requireGroups } from './groups.queries.ts'
