/** What other features may use of the accounts. */
export { AccountCard, accountCardEstimate } from './account-card.tsx'
export { AccountDetails } from './account-details.tsx'
export { accountName } from './account-words.ts'
export type { AccountsSearch } from './accounts-search.ts'
export { PeopleToolbar } from './people-toolbar.tsx'
export { useAccounts } from './use-accounts.ts'
