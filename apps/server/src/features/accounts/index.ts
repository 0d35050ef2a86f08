/** Deleting accounts, for undoing their import. */
export { lockAccounts, type ProfileColumns, updateProfile } from './accounts.queries.ts'
export { removeAccounts } from './remove-account.ts'
