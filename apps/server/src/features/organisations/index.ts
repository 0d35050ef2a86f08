/** A new account becomes one of an organisation. */
export { joinOrganisation } from './organisations.queries.ts'
