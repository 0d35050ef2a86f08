/** A new account becomes one of an organisation. */

export { organisationsPersonalData } from './organisations.personal-data.ts'
export { joinOrganisation } from './organisations.queries.ts'
