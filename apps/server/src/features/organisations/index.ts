/** Adds a new account to its organisation. */
export { joinOrganisation } from './organisations.queries.ts'
