import { Button } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { AccountList } from './account-list.tsx'
import type { AccountsSearch } from './accounts-search.ts'
import { CreateAccountDialog } from './create-account-dialog.tsx'
import { ImportPeopleDialog } from './import-people-dialog.tsx'
import { PeopleFileMenu } from './people-file-menu.tsx'
import { PeopleToolbar } from './people-toolbar.tsx'
import { StatusFilter } from './status-filter.tsx'
import { useAccounts } from './use-accounts.ts'

type Props = {
  search: AccountsSearch
  onSearch: (changes: AccountsSearch, options?: { replace?: boolean }) => void
}

/** Users Management of internal admins: everybody's accounts. The others are shown `TeamPage`. */
export function AccountsPage({ search, onSearch }: Props) {
  const { list, total } = useAccounts(search, true)
  const [creating, setCreating] = useState(false)
  const [importing, setImporting] = useState(false)
  const clear = () => onSearch({ q: undefined, role: undefined, status: undefined }, { replace: true })
  const filtered = [search.q, search.role, search.status].some(it => it !== undefined)
  const addButton = (
    <Button leftSection={<IconUserPlus size="1.125rem" aria-hidden />} onClick={() => setCreating(true)}>
      Add User
    </Button>
  )
  return (
    <Page
      title="Users Management"
      count={total}
      countLabel={total === 1 ? 'user' : 'users'}
      action={addButton}
      secondary={<PeopleFileMenu search={search} onImport={() => setImporting(true)} />}
      toolbar={
        <PeopleToolbar search={search} onSearch={onSearch}>
          <StatusFilter status={search.status} onSearch={onSearch} />
        </PeopleToolbar>
      }
    >
      <AccountList
        list={list}
        total={total}
        search={search}
        onSearch={onSearch}
        empty={
          <EmptyState
            icon={IconUsers}
            title="No users found"
            text="People sign up by themselves, or are added here."
          >
            {addButton}
          </EmptyState>
        }
        filteredEmpty={filtered ? { title: 'No users found', onClear: clear } : undefined}
      />
      <ImportPeopleDialog opened={importing} onClose={() => setImporting(false)} />
      <CreateAccountDialog opened={creating} onClose={() => setCreating(false)} />
    </Page>
  )
}
