import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Flex, Stack, Text } from '@mantine/core'
import type { TeamMember } from '@muster/contract/users.ts'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Name } from '../../ui/people/name.tsx'
import { peopleColumns } from '../../ui/people/people-columns.ts'
import type { PeopleColumn } from '../../ui/people/people-table.tsx'
import { Contact, PhoneNumber, PresenceMarks } from '../../ui/people/person-columns.tsx'
import { EmailLine } from '../../ui/people/person-facts.tsx'
import { Day } from '../../ui/time/day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { InvitedBadge } from './invited-badge.tsx'
import { memberName, neverSeenText } from './zone-user-words.ts'

type Shown = {
  inAllZones: boolean
  /** True for viewers who receive phone numbers. */
  withContact: boolean
}

/** The columns for a person in Users Management: role and presence in the selected zone, or a list of all their zones. */
export function teamColumns(person: TeamMember, { inAllZones, withContact }: Shown) {
  const { account, userCode, status, zones } = person
  const [zone] = inAllZones ? [] : zones
  const detail = account ? <EmailLine address={account.email} /> : userCode
  return {
    name: formatName(person),
    imageUrl: account?.profileImageUrl ?? null,
    detail,
    tableDetail: detail,
    marks: (zone || status) && (
      <>
        {zone && <RoleBadge role={zone.role} />}
        {status && <StatusBadge status={status} />}
        {zone && <ZonePresence zone={zone} />}
      </>
    ),
    children: (
      <>
        {account && <Contact {...account} />}
        {inAllZones && <ZonesCell person={person} />}
      </>
    ),
    cells: [
      ...(inAllZones
        ? [<ZonesCell key="zones" person={person} />]
        : [
            <Fragment key="state">{zone && <ZonePresence zone={zone} />}</Fragment>,
            <Quiet key="seen">
              {zone &&
                !zone.invited &&
                (zone.lastSeen ? (
                  <RelativeTime at={zone.lastSeen} />
                ) : (
                  // The state beside it already says so.
                  neverSeenText(zone, '')
                ))}
            </Quiet>,
            <Fragment key="role">{zone && <RoleBadge role={zone.role} />}</Fragment>,
          ]),
      status && <StatusBadge key="status" status={status} />,
      ...(withContact
        ? [
            <Quiet key="phone">{account && <PhoneNumber number={account.phone} />}</Quiet>,
            <Quiet key="created">{account && <Day at={account.createdAt} />}</Quiet>,
          ]
        : []),
    ],
  }
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Text span c="dimmed">
    {children}
  </Text>
)

/** The columns of the table: the role and state in the selected zone, or all zones of the person. */
export const listTeamColumns = ({ inAllZones, withContact }: Shown): PeopleColumn[] => [
  peopleColumns.name,
  ...(inAllZones
    ? [{ key: 'zones', label: t`Zones`, width: 'minmax(12rem, 2fr)' }]
    : [peopleColumns.state, peopleColumns.seen, peopleColumns.role]),
  peopleColumns.status,
  ...(withContact
    ? [
        { key: 'phone', label: t`Phone`, width: 'minmax(6.5rem, 1fr)' },
        { key: 'created', label: t`Created`, width: 'minmax(6rem, 0.8fr)' },
      ]
    : []),
]

/** Lists the zones a person is assigned to. Each links to App Users of that zone, for viewers who may open it. */
function ZonesCell({ person }: { person: TeamMember }) {
  const { userId, zones, zoneCount } = person
  const { select } = useSelectedZone()
  const navigate = useNavigate()
  const openAppUsers = (zoneId: string) => {
    select(zoneId)
    void navigate({ to: paths.appUsers, search: { user: userId } })
  }
  // The server sends the code only to viewers who may open App Users there.
  const canOpenAppUsers = person.userCode !== null
  const name = formatName(person)
  const more = formatCount(zoneCount - zones.length)
  return (
    <Stack component="ul" gap={4} aria-label={t`Zones of ${name}`}>
      {zones.map(zone => (
        <Flex component="li" wrap="wrap" align="center" gap="4px 8px" key={zone.id}>
          {canOpenAppUsers ? (
            // Aligns the label with the other lines.
            <Button
              variant="subtle"
              size="compact-sm"
              maw="100%"
              ms={-8}
              onClick={() => openAppUsers(zone.id)}
            >
              <Name>{zone.name}</Name>
            </Button>
          ) : (
            <Name>{zone.name}</Name>
          )}
          <Flex component="span" wrap="wrap" align="center" gap="6px 8px">
            <RoleBadge role={zone.role} />
            <ZonePresence zone={zone} />
          </Flex>
        </Flex>
      ))}
      {zoneCount > zones.length && (
        <Text component="li" size="xs" c="dimmed">
          <Trans>and {more} more</Trans>
        </Text>
      )}
    </Stack>
  )
}

const formatName = (person: TeamMember) =>
  memberName(person) || (person.account?.email ?? person.userCode ?? t`Unnamed member`)

/** A person's presence in one zone; invited people have none yet. */
const ZonePresence = ({ zone }: { zone: TeamMember['zones'][number] }) =>
  zone.invited ? <InvitedBadge /> : <PresenceMarks of={zone} />
