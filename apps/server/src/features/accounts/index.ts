/** What the deletion of one's own account shares with that of others. */
export { announceDeletion } from './announce-deletion.ts'
