import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ZonePerson, ZoneUser } from '@muster/contract/users.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import type { ComponentProps, ReactNode } from 'react'
import { formatPlace } from '../../lib/format-place.ts'
import { readDetails } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PeopleList } from '../../ui/people/people-list.tsx'
import { PresenceMarks } from '../../ui/people/person-columns.tsx'
import { PickZone } from '../../ui/pick-zone.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { SharingMark } from '../sharing/public.ts'
import { InvitedBadge } from './invited-badge.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { usePresenceNews } from './use-presence-news.ts'
import type { ZonePeople } from './use-zone-people.ts'
import { formatName, neverSeenText } from './zone-user-words.ts'

type PeopleListProps = ComponentProps<typeof PeopleList<ZonePerson>>
type Props = Pick<PeopleListProps, 'search' | 'onSearch' | 'filters' | 'emptyText' | 'emptyAction'> & {
  zone: { id: string; name: string }
  zonePeople: ZonePeople
  /** The screen that shows the list. */
  on: keyof typeof memberColumns
}

const toKey = (person: ZonePerson) => person.userId
const noViewText = t`You do not have permission to view users in this zone`
/** The words that the specification gives these two screens. */
const appUserLabels = { inside: t`Inside Zone`, outside: t`Outside Zone`, unknown: t`Not Checked-in` }
const zoneUserLabels = { ...appUserLabels, unknown: t`No Data` }

/** The columns shown for a member on each screen. */
const memberColumns = {
  appUsers: (zoneId: string, user: ZoneUser) => ({
    detail: (
      <LastSeen user={user} never={t`Never checked in`}>
        {at => (
          <Trans>
            Last check-in <RelativeTime at={at} />
          </Trans>
        )}
      </LastSeen>
    ),
    marks: (
      <>
        <PresenceMarks of={user} labels={appUserLabels} />
        <RoleBadge role={user.zoneRole} />
        <SharingMark zoneId={zoneId} userId={user.userId} />
      </>
    ),
  }),
  zoneUsers: (zoneId: string, user: ZoneUser) => ({
    detail: (
      <LastSeen user={user} never={t`Never tracked`}>
        {at => (
          <Trans>
            Last activity <RelativeTime at={at} />
          </Trans>
        )}
      </LastSeen>
    ),
    marks: (
      <>
        <PresenceMarks of={user} labels={zoneUserLabels} />
        <SharingMark zoneId={zoneId} userId={user.userId} />
        <Text span size="xs" c="dimmed">
          {user.position ? <bdi>{formatPlace(user.position)}</bdi> : t`No coordinates`}
        </Text>
      </>
    ),
  }),
}

/** The columns shown, on every screen, for a person who has been added and has not entered the zone yet. */
const invitedColumns = ({ userCode, zoneRole }: ZonePerson) => ({
  detail: userCode,
  marks: (
    <>
      <InvitedBadge />
      <RoleBadge role={zoneRole} />
    </>
  ),
})

type LastSeenProps = { user: ZoneUser; never: string; children: (at: string) => ReactNode }

const LastSeen = ({ user, never, children }: LastSeenProps) => (
  <span>{user.lastSeen ? children(user.lastSeen) : neverSeenText(user, never)}</span>
)

/** The people of a zone, with the details of the person named in the URL. */
export function ZonePeopleList({ zone, zonePeople, on, filters, ...list }: Props) {
  const { people, total, isEmpty } = zonePeople
  const { rights } = useSelectedZone()
  const details = readDetails(list, 'user')
  const zoneName = zone.name
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
        estimate={88}
        label={t`Users in ${zoneName}`}
        columns={person => ({
          name: formatName(person),
          ...(person.invited
            ? invitedColumns(person)
            : {
                imageUrl: person.profileImageUrl,
                presence: person.presence,
                ...memberColumns[on](zone.id, person),
              }),
        })}
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

/** Shown to roles that may not see the people of a zone. */
export function UsersNotVisible() {
  return <NotAllowed title={noViewText} />
}
