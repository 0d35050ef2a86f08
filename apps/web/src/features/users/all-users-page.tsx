import { IconUsers } from '@tabler/icons-react'
import { filtersIn } from '../../lib/in-address.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { AccountList, useAccounts } from '../accounts/public.ts'
import type { AppUsersProps } from './app-users-search.ts'
import { MemberAnywhere } from './member-anywhere.tsx'
import { PresenceCards } from './presence-cards.tsx'
import { useAdding } from './use-adding.tsx'

type Props = AppUsersProps & { onPickZone: (zoneId: string) => void }

/** App Users of a super admin who looks at no single zone: everybody, and whether they are inside of any. */
export function AllUsersPage({ onPickZone, ...address }: Props) {
  const { search } = address
  const { q } = search
  const presence = search.presence === 'all' ? undefined : search.presence
  const { list, counts, countsFailed } = useAccounts({ q, presence }, true)
  // On a phone the first result stands right under the field, above the keyboard.
  const isSearchingByThumb = useIsPhone() && Boolean(q)
  const adding = useAdding(address, undefined)
  return (
    <Page
      title="App Users"
      count={counts?.all}
      countLabel="users"
      subtitle="All zones"
      action={adding.button}
      secondary={
        <ZoneSelect zone={undefined} onPick={({ id }) => onPickZone(id)} onPickAll={() => undefined} />
      }
      toolbar={<ListSearch label="Search by name, email or user code" {...address} />}
    >
      {!isSearchingByThumb && (
        <PresenceCards
          counts={counts}
          figure={of => counts?.[of] ?? (countsFailed ? null : undefined)}
          {...address}
        />
      )}
      <AccountList
        list={list}
        total={counts?.all}
        label="All users"
        withPresence
        Details={MemberAnywhere}
        {...address}
        empty={<EmptyState icon={IconUsers} title="No users found" text="People sign up by themselves." />}
        filters={filtersIn(address, 'q', 'presence')}
        noneFound={['No users found', 'No users match your search criteria.']}
      />
      {adding.dialog}
    </Page>
  )
}
