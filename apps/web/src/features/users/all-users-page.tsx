import { Button } from '@mantine/core'
import type { Account } from '@muster/contract/accounts.ts'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { staleSince } from '../../lib/stale-since.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PagedGrid } from '../../ui/layout/paged-grid.tsx'
import { StatCard, StatGrid } from '../../ui/layout/stat-card.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import {
  AccountCard,
  AccountDetails,
  accountCardEstimate,
  accountName,
  useAccounts,
} from '../accounts/public.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { filterCards } from './app-users-filters.ts'
import type { AppUsersProps } from './app-users-search.ts'
import { ZoneSelect } from './pick-zone.tsx'

type Props = AppUsersProps & { onPickZone: (zoneId: string) => void }

const keyOf = (account: Account) => account.id
const figureOf = (value: number | undefined, failed: boolean) => value ?? (failed ? null : undefined)

/** App Users of a super admin who looks at no single zone: everybody, and whether they are inside of any. */
export function AllUsersPage({ search, onSearch, onPickZone }: Props) {
  const { q, presence = 'all', user, add } = search
  const { list, counts, countsFailed } = useAccounts(
    { q, presence: presence === 'all' ? undefined : presence },
    true,
  )
  // On a phone the first result stands right under the field, above the keyboard.
  const isSearchingByThumb = useIsPhone() && Boolean(q)
  const [adding, setAdding] = useState(false)
  const opened = list.rows?.find(({ id }) => id === user)
  const filtered = q !== undefined || presence !== 'all'
  const close = () => onSearch({ user: undefined }, { replace: true })
  return (
    <Page
      title="App Users"
      count={counts?.all}
      countLabel="users"
      subtitle="All zones"
      live={{ loadedAt: list.query.dataUpdatedAt, failed: list.failed, unfed: true }}
      action={
        <Button leftSection={<IconUserPlus size="1.125rem" aria-hidden />} onClick={() => setAdding(true)}>
          Add User
        </Button>
      }
      secondary={
        <ZoneSelect zone={undefined} onPick={({ id }) => onPickZone(id)} onPickAll={() => undefined} />
      }
      toolbar={
        <SearchField
          label="Search by name, email or user code"
          value={q ?? ''}
          onChange={text => onSearch({ q: text || undefined }, { replace: true })}
        />
      }
    >
      {!isSearchingByThumb && (
        <StatGrid compact>
          {filterCards.map(card => (
            <StatCard
              key={card.presence}
              label={card.label}
              icon={card.icon}
              value={figureOf(counts?.[card.presence], countsFailed)}
              hint={card.presence === 'inside' && counts && <InsideSplit {...counts} />}
              selected={presence === card.presence}
              onSelect={() =>
                onSearch({ presence: card.presence === 'all' ? undefined : card.presence }, { replace: true })
              }
            />
          ))}
        </StatGrid>
      )}
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
          <FilteredEmpty
            title="No users found"
            text="No users match your search criteria."
            onClear={() => onSearch({ q: undefined, presence: undefined }, { replace: true })}
          />
        ) : (
          <EmptyState icon={IconUsers} title="No users found" text="People sign up by themselves." />
        ))}
      <PagedGrid
        list={list}
        keyOf={keyOf}
        estimate={accountCardEstimate}
        minColumn={260}
        gap={12}
        total={filtered ? undefined : counts?.all}
        label="All users"
      >
        {account => (
          <AccountCard
            account={account}
            withPresence
            isOpen={account.id === user}
            // From one to the next is no further step to come back from.
            onOpen={() => onSearch({ user: account.id }, { replace: user !== undefined })}
          />
        )}
      </PagedGrid>
      <DetailDrawer
        opened={user !== undefined}
        onClose={close}
        title={opened ? accountName(opened) : 'User Details'}
        of={user}
      >
        {user && <AccountDetails userId={user} onGone={close} />}
      </DetailDrawer>
      <AddUserDialog
        key={add}
        zone={undefined}
        userCode={add}
        opened={adding || add !== undefined}
        onClose={() => {
          setAdding(false)
          if (add !== undefined) onSearch({ add: undefined }, { replace: true })
        }}
      />
    </Page>
  )
}
