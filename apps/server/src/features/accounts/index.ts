/** Deleting accounts, for undoing their import. */
export { lockAccounts } from './accounts.queries.ts'
export { removeAccounts } from './remove-account.ts'
