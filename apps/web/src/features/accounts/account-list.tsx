import type { Account } from '@muster/contract/accounts.ts'
import type { ComponentProps } from 'react'
import type { PagedList } from '../../lib/use-pages.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { detailsInAddress } from '../../ui/dialogs/details-in-address.ts'
import { List } from '../../ui/layout/list.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { AccountCard, accountCardEstimate } from './account-card.tsx'
import { AccountDetails } from './account-details.tsx'
import { accountName } from './account-words.ts'

type Props = Pick<ComponentProps<typeof List<Account>>, 'total' | 'label' | 'empty' | 'filteredEmpty'> & {
  list: PagedList<Account>
  search: { user?: string | undefined }
  onSearch: (changes: { user?: string | undefined }, options: { replace: boolean }) => void
  withPresence?: boolean
}

const keyOf = (account: Account) => account.id

/** Accounts as cards, and the details of the one that the address names. */
export function AccountList({ list, total, search, onSearch, withPresence, ...states }: Props) {
  const details = detailsInAddress('user', search, onSearch)
  const { openId, drawer } = details
  const opened = list.rows?.find(({ id }) => id === openId)
  return (
    <>
      <List
        {...states}
        list={list}
        failure="Failed to load users"
        skeleton={<CardGridSkeleton />}
        keyOf={keyOf}
        estimate={accountCardEstimate}
        minColumn={260}
        gap={12}
        total={states.filteredEmpty ? undefined : total}
      >
        {account => (
          <AccountCard account={account} withPresence={withPresence} {...details.row(account.id)} />
        )}
      </List>
      <DetailDrawer {...drawer} title={opened ? accountName(opened) : 'User Details'}>
        {openId && <AccountDetails userId={openId} onGone={drawer.onClose} />}
      </DetailDrawer>
    </>
  )
}
