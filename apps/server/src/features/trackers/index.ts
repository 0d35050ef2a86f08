/** A person's location apps, for resetting what else signs in or sends. */
export { type AddedAccess, deleteTrackers, listTrackers } from './trackers.queries.ts'
