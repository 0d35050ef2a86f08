/** What other features may use of the users. */
export { PickZone, ZoneSelect } from './pick-zone.tsx'
export { UserCodeShare } from './user-code-share.tsx'
