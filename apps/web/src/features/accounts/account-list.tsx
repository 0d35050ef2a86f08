import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { Account } from '@muster/contract/accounts.ts'
import { accountSorts } from '@muster/domain/people-order.ts'
import { type ComponentProps, type ComponentType, Fragment } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { readDetails } from '../../lib/search-props.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { Name } from '../../ui/people/name.tsx'
import { peopleColumns } from '../../ui/people/people-columns.ts'
import { PeopleList } from '../../ui/people/people-list.tsx'
import type { PeopleColumn } from '../../ui/people/people-table.tsx'
import { Contact, PhoneNumber, PresenceMarks } from '../../ui/people/person-columns.tsx'
import { EmailLine } from '../../ui/people/person-facts.tsx'
import { usePeopleSelection } from '../../ui/people/use-people-selection.ts'
import { Day } from '../../ui/time/day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { accountName } from './account-words.ts'
import { AccountsBar } from './accounts-bar.tsx'
import type { AccountsSearch } from './accounts-search.ts'
import type { useAccounts } from './use-accounts.ts'

/** Renders a person's details. Injected, because those in a zone belong to users, which imports accounts. */
export type PersonDetails = ComponentType<{ userId: string; onMissing: () => void }>

type PeopleListProps = ComponentProps<typeof PeopleList<Account>>
type Props = Pick<PeopleListProps, 'search' | 'onSearch' | 'emptyText' | 'emptyAction'> & {
  filters: NonNullable<PeopleListProps['filters']>
  people: ReturnType<typeof useAccounts>
  /** Shows whether each person is inside a zone, for viewers who may see presence. */
  withPresence?: boolean
  Details: PersonDetails
}

const toKey = (account: Account) => account.id

const { name, state, role, status, seen } = peopleColumns
const created = { key: 'added', label: t`Created`, sort: 'added', width: 'minmax(6rem, 0.8fr)' } as const
const accountColumns: readonly PeopleColumn[] = [
  name,
  role,
  status,
  seen,
  { key: 'zones', label: t`Zones`, width: 'minmax(5.5rem, 1.4fr)' },
  { key: 'phone', label: t`Phone`, width: 'minmax(7rem, 1.3fr)' },
  created,
]
const presenceColumns: readonly PeopleColumn[] = [name, state, role, status, seen, created]

/** The first two zones of a person, and how many more there are. */
function ZoneNames({ account: { zoneNames, zoneCount } }: { account: Account }) {
  const more = zoneCount - zoneNames.length
  return (
    <Text span lineClamp={2}>
      {zoneNames.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <Name>{name}</Name>
        </Fragment>
      ))}
      {more > 0 && ` +${formatCount(more)}`}
    </Text>
  )
}

/** Accounts as a list, with the details of the account named in the URL. */
export function AccountList({ people: { list, total }, withPresence = false, Details, ...props }: Props) {
  const { openId, drawer } = readDetails(props, 'user')
  const { q, role, status, presence } = props.search as AccountsSearch & { presence?: string }
  const selection = usePeopleSelection([q, role, status, presence].join(' '))
  const openAccount = list.rows?.find(({ id }) => id === openId)
  return (
    <>
      <PeopleList
        {...props}
        list={list}
        failure={t`Failed to load users`}
        label={t`All users`}
        getKey={toKey}
        tableColumns={withPresence ? presenceColumns : accountColumns}
        sorts={accountSorts}
        selection={selection}
        total={total}
        columns={account => {
          const badges = (
            <>
              <StatusBadge status={account.status} />
              {account.invited && <Tag>{t`Invited`}</Tag>}
            </>
          )
          return {
            name: accountName(account),
            imageUrl: account.profileImageUrl,
            detail: <EmailLine address={account.email} />,
            tableDetail: <EmailLine address={account.email} />,
            marks: (
              <>
                {withPresence && <PresenceMarks of={account} />}
                <RoleBadge role={account.role} />
                {badges}
                <Contact {...account} />
              </>
            ),
            cells: [
              ...(withPresence ? [<PresenceMarks key="state" of={account} />] : []),
              <RoleBadge key="role" role={account.role} />,
              badges,
              <Text key="seen" span c="dimmed">
                {account.lastSeen ? (
                  <RelativeTime at={account.lastSeen} />
                ) : (
                  // The state beside it says so already.
                  !withPresence && t`Not Checked-in`
                )}
              </Text>,
              ...(withPresence
                ? []
                : [
                    <ZoneNames key="zones" account={account} />,
                    <Text key="phone" span c="dimmed">
                      <PhoneNumber number={account.phone} />
                    </Text>,
                  ]),
              <Text key="created" span c="dimmed">
                <Day at={account.createdAt} />
              </Text>,
            ],
          }
        }}
      />
      <AccountsBar list={list} total={total} selection={selection} />
      <DetailDrawer {...drawer} title={openAccount ? accountName(openAccount) : t`User Details`}>
        {openId && <Details key={openId} userId={openId} onMissing={drawer.onClose} />}
      </DetailDrawer>
    </>
  )
}
