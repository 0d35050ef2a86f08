import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { PresenceFilter, PresenceStatus } from '@muster/contract/presence-word.ts'
import type { ZonePerson, ZoneUser } from '@muster/contract/users.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import { zonePeopleSorts } from '@muster/domain/people-order.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { formatPlace } from '../../lib/format-place.ts'
import { readDetails } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { offerAll } from '../../ui/layout/selection-bar.tsx'
import { useIsWideScreen } from '../../ui/layout/use-screen.ts'
import { Name } from '../../ui/people/name.tsx'
import { peopleColumns } from '../../ui/people/people-columns.ts'
import { PeopleList } from '../../ui/people/people-list.tsx'
import type { PeopleColumn } from '../../ui/people/people-table.tsx'
import { PresenceMarks } from '../../ui/people/person-columns.tsx'
import { EmailLine } from '../../ui/people/person-facts.tsx'
import type { PersonRowContent } from '../../ui/people/person-row.tsx'
import { usePeopleSelection } from '../../ui/people/use-people-selection.ts'
import { PickZone } from '../../ui/pick-zone.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { SharingMark } from '../sharing/public.ts'
import { InvitedBadge } from './invited-badge.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { usePeopleGroups } from './use-people-groups.ts'
import { usePresenceNews } from './use-presence-news.ts'
import type { ZonePeople } from './use-zone-people.ts'
import { ZonePeopleBar } from './zone-people-bar.tsx'
import { formatName, neverSeenText } from './zone-user-words.ts'

type PeopleListProps = ComponentProps<typeof PeopleList<ZonePerson>>
type Props = Pick<PeopleListProps, 'search' | 'onSearch' | 'filters' | 'emptyText' | 'emptyAction'> & {
  zone: { id: string; name: string }
  zonePeople: ZonePeople
  /** The screen that shows the list. */
  on: keyof typeof screens
}

const toKey = (person: ZonePerson) => person.userId
const noViewText = t`You do not have permission to view users in this zone`
/** The words that the specification gives these two screens. */
const appUserLabels = { inside: t`Inside Zone`, outside: t`Outside Zone`, unknown: t`Not Checked-in` }
const zoneUserLabels = { ...appUserLabels, unknown: t`No Data` }

export const zonePeopleOrders = zonePeopleSorts

const { name, state, seen, role } = peopleColumns
const groupsColumn = { key: 'groups', label: t`Groups`, sort: 'groups', width: 'minmax(6rem, 1fr)' } as const
const positionColumn = { key: 'position', label: t`Position`, width: 'minmax(8rem, 1fr)' } as const

/** The ways in which a screen shows a member: as a card, and in the cells of a table. */
const screens = {
  appUsers: {
    never: t`Not Checked-in`,
    tableColumns: [name, state, seen, role, groupsColumn],
    renderSeen: (at: string) => (
      <Trans>
        Last check-in <RelativeTime at={at} />
      </Trans>
    ),
    labels: appUserLabels,
    renderMore: (user: ZoneUser) => <RoleBadge role={user.zoneRole} />,
    renderLastCells: (user: ZonePerson, groups: ReactNode) => [
      <RoleBadge key="role" role={user.zoneRole} />,
      groups,
    ],
  },
  zoneUsers: {
    never: t`Never tracked`,
    tableColumns: [name, state, seen, positionColumn, role],
    renderSeen: (at: string) => (
      <Trans>
        Last activity <RelativeTime at={at} />
      </Trans>
    ),
    labels: zoneUserLabels,
    renderMore: (user: ZoneUser) => <Place user={user} />,
    renderLastCells: (user: ZonePerson) => [
      user.invited ? null : <Place key="place" user={user} />,
      <RoleBadge key="role" role={user.zoneRole} />,
    ],
  },
} satisfies Record<string, PeopleScreen>

type PeopleScreen = {
  /** Shown instead of a time for people who were never seen. */
  never: string
  tableColumns: readonly PeopleColumn[]
  renderSeen: (at: string) => ReactNode
  labels: Record<PresenceStatus, string>
  renderMore: (user: ZoneUser) => ReactNode
  renderLastCells: (user: ZonePerson, groups: ReactNode) => ReactNode[]
}

/** The groups of a person: up to two names, and how many more there are. */
function GroupNames({ groups }: { groups: { names: readonly string[]; count: number } | undefined }) {
  if (!groups) return null
  const shown = groups.names.slice(0, groups.count > 3 ? 2 : 3)
  const more = groups.count - shown.length
  return (
    <Text span lineClamp={2}>
      {shown.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <Name>{name}</Name>
        </Fragment>
      ))}
      {more > 0 && ` +${more}`}
    </Text>
  )
}

const Place = ({ user }: { user: ZoneUser }) => (
  <Text span size="xs" c="dimmed">
    {user.position ? <bdi>{formatPlace(user.position)}</bdi> : t`No coordinates`}
  </Text>
)

/** Returns the row of a member, or of a person who has been added and has not entered the zone yet. */
function toRowContent(
  screen: PeopleScreen,
  zoneId: string,
  person: ZonePerson,
  groups: ReactNode,
): PersonRowContent {
  const name = formatName(person)
  if (person.invited)
    return {
      name,
      detail: person.userCode,
      tableDetail: person.userCode,
      marks: (
        <>
          <InvitedBadge />
          <RoleBadge role={person.zoneRole} />
        </>
      ),
      cells: [<InvitedBadge key="state" />, null, ...screen.renderLastCells(person, groups)],
    }
  const state = (
    <>
      <PresenceMarks of={person} labels={screen.labels} />
      <SharingMark zoneId={zoneId} userId={person.userId} />
    </>
  )
  return {
    name,
    imageUrl: person.profileImageUrl,
    presence: person.presence,
    detail: (
      <LastSeen user={person} never={screen.never}>
        {screen.renderSeen}
      </LastSeen>
    ),
    tableDetail: <EmailLine address={person.email} />,
    marks: (
      <>
        {state}
        {screen.renderMore(person)}
      </>
    ),
    cells: [
      state,
      <Text key="seen" span c="dimmed">
        <LastSeen user={person} never={screen.never}>
          {at => <RelativeTime at={at} />}
        </LastSeen>
      </Text>,
      ...screen.renderLastCells(person, groups),
    ],
  }
}

type LastSeenProps = { user: ZoneUser; never: string; children: (at: string) => ReactNode }

const LastSeen = ({ user, never, children }: LastSeenProps) => (
  <span>{user.lastSeen ? children(user.lastSeen) : neverSeenText(user, never)}</span>
)

export function ZonePeopleList({ zone, zonePeople, on, filters, ...list }: Props) {
  const { people, total, isEmpty } = zonePeople
  const { rights } = useSelectedZone()
  const details = readDetails(list, 'user')
  const zoneName = zone.name
  const screen: PeopleScreen = screens[on]
  const { q, presence } = list.search as { q?: string; presence?: PresenceFilter }
  const selection = usePeopleSelection([zone.id, q, presence].join(' '))
  const isWide = useIsWideScreen()
  const groups = usePeopleGroups(zone.id, people.rows?.map(toKey) ?? [], {
    // Only the table shows groups.
    enabled: isWide && on === 'appUsers' && mayInZone(rights, 'view_groups'),
  })
  usePresenceNews(people.rows, zoneName)
  return (
    <>
      <PeopleList
        {...list}
        list={people}
        failure={t`Failed to load zone users`}
        forbidden={{ VIEW_USERS_FORBIDDEN: noViewText, FORBIDDEN: noViewText }}
        filters={isEmpty ? undefined : filters}
        total={total}
        getKey={toKey}
        label={t`Users in ${zoneName}`}
        tableColumns={screen.tableColumns}
        sorts={zonePeopleOrders}
        columns={person =>
          toRowContent(screen, zone.id, person, <GroupNames groups={groups?.get(person.userId)} />)
        }
        selection={selection}
      />
      <ZonePeopleBar
        zone={zone}
        people={people.rows}
        isComplete={people.complete}
        selection={selection}
        total={total}
        all={offerAll(people, selection, { getKey: toKey, total })}
      />
      <MemberDrawer
        zone={zone}
        userId={details.openId}
        rows={people.rows}
        own={rights}
        onClose={details.drawer.onClose}
      />
    </>
  )
}

/** A page about the people of the selected zone, for viewers who may see them. Asks for a zone if none is selected. */
export function WithSelectedZone({
  title,
  children,
}: {
  title: string
  children: (zone: MyZone) => ReactNode
}) {
  const { zone, may, isZoneBound, select } = useSelectedZone()
  const isAllowed = may('view_zone_users')
  if (isAllowed && zone) return children(zone)
  return (
    <Page title={title}>
      {isAllowed ? <PickZone onPick={isZoneBound ? undefined : id => select(id)} /> : <UsersNotVisible />}
    </Page>
  )
}

export function UsersNotVisible() {
  return <NotAllowed title={noViewText} />
}
