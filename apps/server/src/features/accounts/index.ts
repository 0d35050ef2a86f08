/** Deleting accounts, for undoing their import. */
export { removeAccounts } from './remove-account.ts'
