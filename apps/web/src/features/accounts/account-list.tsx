import type { Account } from '@muster/contract/accounts.ts'
import type { ComponentProps } from 'react'
import { detailsIn, type InAddress } from '../../lib/in-address.ts'
import type { PagedList } from '../../lib/use-pages.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { List } from '../../ui/layout/list.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { AccountCard, accountCardEstimate } from './account-card.tsx'
import { AccountDetails } from './account-details.tsx'
import { accountName } from './account-words.ts'

type Props = Pick<
  ComponentProps<typeof List<Account>>,
  'total' | 'label' | 'empty' | 'filters' | 'noneFound'
> &
  InAddress<{ user?: string | undefined }> & {
    list: PagedList<Account>
    withPresence?: boolean
    /** Renders the details of a person; the default is their account. */
    Details?: typeof AccountDetails
  }

const keyOf = (account: Account) => account.id

/** Accounts as cards, and the details of the one that the address names. */
export function AccountList({
  list,
  total,
  search,
  onSearch,
  withPresence,
  Details = AccountDetails,
  ...states
}: Props) {
  const details = detailsIn({ search, onSearch }, 'user')
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
        total={states.filters?.isSet ? undefined : total}
      >
        {account => (
          <AccountCard account={account} withPresence={withPresence} {...details.row(account.id)} />
        )}
      </List>
      <DetailDrawer {...drawer} title={opened ? accountName(opened) : 'User Details'}>
        {openId && <Details key={openId} userId={openId} onGone={drawer.onClose} />}
      </DetailDrawer>
    </>
  )
}
