/** The accounts components and hooks used by the users feature. */
export { AccountDetails } from './account-details.tsx'
export { AccountList } from './account-list.tsx'
export type { AccountsSearch } from './accounts-search.ts'
export { PeopleToolbar } from './people-toolbar.tsx'
export { useAccounts } from './use-accounts.ts'
