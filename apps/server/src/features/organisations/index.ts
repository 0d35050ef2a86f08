/** Adds a new account to its organisation. */
export { joinOrganisation } from './join-organisation.ts'
