/** Exports used when an account is created. */
export { joinOrganisation } from './join-organisation.ts'
