import { Button } from '@mantine/core'
import type { Account } from '@muster/contract/accounts.ts'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { staleSince } from '../../lib/stale-since.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PagedGrid } from '../../ui/layout/paged-grid.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { AccountCard, accountCardEstimate } from './account-card.tsx'
import { AccountDetails } from './account-details.tsx'
import { accountName } from './account-words.ts'
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

const keyOf = (account: Account) => account.id

/** Users Management of internal admins: everybody's accounts. The others are shown `TeamPage`. */
export function AccountsPage({ search, onSearch }: Props) {
  const { list, total } = useAccounts(search, true)
  const [creating, setCreating] = useState(false)
  const [importing, setImporting] = useState(false)
  const opened = list.rows?.find(({ id }) => id === search.user)
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
      live={{ loadedAt: list.query.dataUpdatedAt, failed: list.failed, unfed: true }}
      action={addButton}
      secondary={<PeopleFileMenu search={search} onImport={() => setImporting(true)} />}
      toolbar={
        <PeopleToolbar search={search} onSearch={onSearch}>
          <StatusFilter status={search.status} onSearch={onSearch} />
        </PeopleToolbar>
      }
    >
      {list.query.isPending && <CardGridSkeleton />}
      {list.failed && (
        <ErrorState
          title="Failed to load users"
          onRetry={() => void list.query.refetch()}
          retrying={list.query.isFetching}
          staleSince={staleSince(list.query)}
        />
      )}
      {list.rows?.length === 0 &&
        (filtered ? (
          <FilteredEmpty title="No users found" onClear={clear} />
        ) : (
          <EmptyState
            icon={IconUsers}
            title="No users found"
            text="People sign up by themselves, or are added here."
          >
            {addButton}
          </EmptyState>
        ))}
      <PagedGrid
        list={list}
        keyOf={keyOf}
        estimate={accountCardEstimate}
        minColumn={260}
        gap={12}
        total={filtered ? undefined : total}
      >
        {account => (
          <AccountCard
            account={account}
            isOpen={account.id === search.user}
            // From one to the next is no further step to come back from.
            onOpen={() => onSearch({ user: account.id }, { replace: search.user !== undefined })}
          />
        )}
      </PagedGrid>
      <DetailDrawer
        opened={search.user !== undefined}
        onClose={() => onSearch({ user: undefined }, { replace: true })}
        title={opened ? accountName(opened) : 'User Details'}
        of={search.user}
      >
        {search.user && (
          <AccountDetails
            userId={search.user}
            onGone={() => onSearch({ user: undefined }, { replace: true })}
          />
        )}
      </DetailDrawer>
      <ImportPeopleDialog opened={importing} onClose={() => setImporting(false)} />
      <CreateAccountDialog opened={creating} onClose={() => setCreating(false)} />
    </Page>
  )
}
