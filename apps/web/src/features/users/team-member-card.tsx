import { Button, Flex, Text } from '@mantine/core'
import type { TeamMember } from '@muster/contract/users.ts'
import { useNavigate } from '@tanstack/react-router'
import { formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { Name } from '../../ui/people/name.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { Day } from '../../ui/time/day.tsx'
import { InvitedBadge } from './invited-badge.tsx'
import classes from './user-card.module.css'
import { appUserLabels, memberName } from './zone-user-words.ts'

/** About how high a card is, in pixels. */
export const teamMemberCardEstimate = 164

type ZoneProps = {
  person: TeamMember
  isOpen?: boolean
  /** Undefined for viewers who may see no more than the card. */
  onOpen?: () => void
}

/** A member of the selected zone; the card opens their details if the viewer may see them. */
export function ZoneMemberCard({ person, isOpen = false, onOpen }: ZoneProps) {
  const opens = useOpensDetails(isOpen)
  const [zone] = person.zones
  const card = (
    <>
      <PersonHead person={person} />
      {zone && <ZoneBadges zone={zone} status={person.status} />}
    </>
  )
  if (!onOpen) return <div className={classes.card}>{card}</div>
  return (
    <button type="button" className={classes.card} onClick={onOpen} {...opens}>
      {card}
    </button>
  )
}

/** A member with the zones they are assigned to; each links to App Users of that zone for viewers who may open it. */
export function TeamMemberCard({ person }: { person: TeamMember }) {
  const { userId, zones, zoneCount, status } = person
  const { select } = useSelectedZone()
  const navigate = useNavigate()
  const open = (zoneId: string) => {
    select(zoneId)
    void navigate({ to: paths.appUsers, search: { user: userId } })
  }
  // The server sends the code only to viewers who may open App Users there.
  const canOpenAppUsers = person.userCode !== null
  return (
    <div className={classes.card}>
      <PersonHead person={person} />
      {status && (
        <Flex component="span" wrap="wrap" align="center" gap="6px 8px">
          <StatusBadge status={status} />
        </Flex>
      )}
      <ul className={classes.zones} aria-label={`Zones of ${nameOf(person)}`}>
        {zones.map(zone => (
          <li key={zone.id}>
            {canOpenAppUsers ? (
              <Button variant="subtle" size="compact-sm" onClick={() => open(zone.id)}>
                <Name>{zone.name}</Name>
              </Button>
            ) : (
              <Name>{zone.name}</Name>
            )}
            <ZoneBadges zone={zone} />
          </li>
        ))}
        {zoneCount > zones.length && (
          <Text component="li" size="xs" c="dimmed">
            and {formatCount(zoneCount - zones.length)} more
          </Text>
        )}
      </ul>
    </div>
  )
}

const nameOf = (person: TeamMember) =>
  memberName(person) || (person.account?.email ?? person.userCode ?? 'Unnamed member')

/** Name and, for viewers who may open App Users, contact and the day the account was created. */
function PersonHead({ person }: { person: TeamMember }) {
  const { account, userCode } = person
  return (
    <>
      <PersonChip
        name={nameOf(person)}
        imageUrl={account?.profileImageUrl ?? null}
        detail={account?.email ?? userCode ?? undefined}
      />
      {account && (
        <Text span size="xs" c="dimmed">
          {account.phone ?? 'No phone'} · created <Day at={account.createdAt} />
        </Text>
      )}
    </>
  )
}

type BadgesProps = { zone: TeamMember['zones'][number]; status?: TeamMember['status'] }

/** Role and presence in one zone. Invited people have no presence there yet. */
function ZoneBadges({ zone, status }: BadgesProps) {
  return (
    <Flex component="span" wrap="wrap" align="center" gap="6px 8px">
      <RoleBadge role={zone.role} />
      {status && <StatusBadge status={status} />}
      {zone.invited ? (
        <InvitedBadge />
      ) : (
        <PresenceBadge
          presence={zone.presence}
          lastSeen={zone.lastSeen}
          consent={zone.consent}
          label={appUserLabels[zone.presence]}
        />
      )}
    </Flex>
  )
}
