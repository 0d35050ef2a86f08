/** What the archive of one’s own data reads. */
export { usersPersonalData } from './users.personal-data.ts'
