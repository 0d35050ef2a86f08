/** The public interface of the accounts feature. */
export { AccountDetails } from './account-details.tsx'
export { AccountList } from './account-list.tsx'
export type { AccountsSearch } from './accounts-search.ts'
export { PeopleToolbar } from './people-toolbar.tsx'
export { useAccounts } from './use-accounts.ts'
