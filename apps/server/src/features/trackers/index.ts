/** What the archive of one’s own data reads. */
export { trackersPersonalData } from './trackers.personal-data.ts'
