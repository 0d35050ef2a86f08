import { Button } from '@mantine/core'
import type { TeamMember } from '@muster/contract/users.ts'
import { useNavigate } from '@tanstack/react-router'
import { formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Name } from '../../ui/people/name.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { Day } from '../../ui/time/day.tsx'
import { InvitedBadge } from './invited-badge.tsx'
import classes from './user-card.module.css'
import { memberName } from './zone-user-words.ts'

/** About how high a card is, in pixels. */
export const teamMemberCardEstimate = 164

/** Somebody of one's zones, with those they are assigned to; each leads to them among the App Users there. */
export function TeamMemberCard({ person }: { person: TeamMember }) {
  const { userId, account, zones, zoneCount } = person
  const { select } = useSelectedZone()
  const navigate = useNavigate()
  const open = (zoneId: string) => {
    select(zoneId)
    void navigate({ to: paths.appUsers, search: { user: userId } })
  }
  const name = memberName(person) || (account?.email ?? person.userCode)
  return (
    <div className={classes.card}>
      <PersonChip
        name={name}
        imageUrl={account?.profileImageUrl ?? null}
        detail={account?.email ?? person.userCode}
      />
      <span className={classes.quiet}>
        {account ? (
          <>
            {account.phone ?? 'No phone'} · created <Day at={account.createdAt} />
          </>
        ) : (
          person.userCode
        )}
      </span>
      {account && (
        <span className={classes.badges}>
          <StatusBadge status={account.status} />
        </span>
      )}
      <ul className={classes.zones} aria-label={`Zones of ${name}`}>
        {zones.map(zone => (
          <li key={zone.id}>
            <Button variant="subtle" size="compact-sm" onClick={() => open(zone.id)}>
              <Name>{zone.name}</Name>
            </Button>
            <RoleBadge role={zone.role} />
            {zone.invited && <InvitedBadge />}
          </li>
        ))}
        {zoneCount > zones.length && (
          <li className={classes.quiet}>and {formatCount(zoneCount - zones.length)} more</li>
        )}
      </ul>
    </div>
  )
}
