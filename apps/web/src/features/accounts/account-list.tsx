import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Account } from '@muster/contract/accounts.ts'
import type { ComponentProps } from 'react'
import { readDetails } from '../../lib/search-props.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { PeopleList } from '../../ui/people/people-list.tsx'
import { Contact, PresenceMarks } from '../../ui/people/person-columns.tsx'
import { AccountDetails } from './account-details.tsx'
import { accountName } from './account-words.ts'
import type { useAccounts } from './use-accounts.ts'

type PeopleListProps = ComponentProps<typeof PeopleList<Account>>
type Props = Pick<PeopleListProps, 'search' | 'onSearch' | 'emptyText' | 'emptyAction'> & {
  filters: NonNullable<PeopleListProps['filters']>
  people: ReturnType<typeof useAccounts>
  /** Shows whether each person is inside a zone, for viewers who may see presence. */
  withPresence?: boolean
  /** Renders a person's details; by default, the details of their account. */
  Details?: typeof AccountDetails
}

const toKey = (account: Account) => account.id

/** Accounts as cards, with the details of the account named in the URL. */
export function AccountList({
  people: { list, counts },
  withPresence = false,
  Details = AccountDetails,
  ...props
}: Props) {
  const { openId, drawer } = readDetails(props, 'user')
  const openAccount = list.rows?.find(({ id }) => id === openId)
  return (
    <>
      <PeopleList
        {...props}
        list={list}
        failure={t`Failed to load users`}
        label={t`All users`}
        getKey={toKey}
        estimate={118}
        total={props.filters.isSet ? undefined : counts?.all}
        columns={account => ({
          name: accountName(account),
          imageUrl: account.profileImageUrl,
          detail: account.email,
          marks: (
            <>
              {withPresence && <PresenceMarks of={account} />}
              <RoleBadge role={account.role} />
              <StatusBadge status={account.status} />
              {account.invited && (
                <Tag>
                  <Trans>Invited</Trans>
                </Tag>
              )}
            </>
          ),
          children: <Contact {...account} />,
        })}
      />
      <DetailDrawer {...drawer} title={openAccount ? accountName(openAccount) : t`User Details`}>
        {openId && <Details key={openId} userId={openId} onMissing={drawer.onClose} />}
      </DetailDrawer>
    </>
  )
}
