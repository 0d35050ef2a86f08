import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { ZonePerson } from '@muster/contract/users.ts'
import { isZoneManager } from '@muster/domain/role.ts'
import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import { IconRefresh, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import { MockMark } from '../../ui/badges/mock-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import {
  Email,
  EmergencyContactFact,
  PhoneFact,
  SkillsFact,
  UserCode,
} from '../../ui/people/person-facts.tsx'
import { Day } from '../../ui/time/day.tsx'
import classes from './app-user-details.module.css'
import { DayButton } from './day-button.tsx'
import { InvitedBadge } from './invited-badge.tsx'
import { MemberReading } from './member-reading.tsx'
import { ReachButtons } from './reach-buttons.tsx'
import { useZonePerson } from './use-zone-person.ts'
import { ZonePermissions } from './zone-permissions.tsx'
import { ZoneRole } from './zone-role.tsx'
import { formatName } from './zone-user-words.ts'
import { useZoneVisits, ZoneVisits } from './zone-visits.tsx'

type Props = {
  zone: { id: string; name: string }
  user: ZonePerson
  own: ZoneRights
  mayRemove: boolean
  onRemove: () => void
}

const noRows: ZonePerson[] = []

export const UserDetailsDialog = inDialog(Details, { title: t`User Details`, width: 560 })

function Details({ zone, user: row, own, mayRemove, onRemove }: Props) {
  const { userId: me } = useMe()
  const [rows] = useState(() => [row])
  const { query, person, member } = useZonePerson(zone.id, row.userId, row.invited ? noRows : rows)
  const visitsQuery = useZoneVisits(zone.id, row.userId)
  const user = person ?? row
  const zoneName = zone.name
  return (
    <Stack gap={20} className={classes.details}>
      <PersonChip
        name={formatName(user)}
        imageUrl={user.invited ? null : user.profileImageUrl}
        size={56}
        detail={user.invited ? <InvitedBadge /> : <MockMark mock={user.mock} />}
      />
      {!user.invited && user.userId !== me && (
        <ReachButtons name={formatName(user)} email={user.email} phone={member?.phone} />
      )}
      <Group gap="8px 12px">
        <Button
          variant="default"
          icon={IconRefresh}
          loading={
            (query.isFetching && !query.isPending) || (visitsQuery.isFetching && !visitsQuery.isPending)
          }
          onClick={() => {
            void query.refetch()
            void visitsQuery.refetch()
          }}
        >
          {t`Refresh`}
        </Button>
        {!user.invited && (user.userId === me || mayInZone(own, 'track_live_locations')) && (
          <DayButton zoneId={zone.id} userId={user.userId} />
        )}
        {mayRemove && (
          <Button variant="default" c="var(--m-danger)" icon={IconUserMinus} onClick={onRemove}>
            {t`Remove`}
          </Button>
        )}
      </Group>
      <Facts>
        <Fact name={t`Role`}>
          <ZoneRole zone={zone} user={user} own={own} isSelf={user.userId === me} />
        </Fact>
        {isZoneManager(user.zoneRole) && user.userId !== me && mayInZone(own, 'grant_zone_permissions') && (
          <Fact name={t`Permissions`}>
            <ZonePermissions zone={zone} user={user} />
          </Fact>
        )}
        {!user.invited && (
          <Fact name={t`Email`}>
            <Email address={user.email} />
          </Fact>
        )}
        {member && (
          <>
            <PhoneFact number={member.phone} />
            <Fact name={t`Joined`}>
              <Day at={member.accountCreatedAt} />
            </Fact>
          </>
        )}
        <Fact name={t`Added to zone`}>
          <Day at={user.assignedAt} />
        </Fact>
        <Fact name={t`User code`}>
          <UserCode code={user.userCode} />
        </Fact>
        {member && (
          <>
            <SkillsFact skills={member.skills} />
            <EmergencyContactFact contact={member.emergencyContact} />
          </>
        )}
      </Facts>
      <MemberReading query={query} />
      {user.invited ? (
        <Text c="dimmed">
          <Trans>You’ll see their contact details and visits here once they enter {zoneName}.</Trans>
        </Text>
      ) : (
        <ZoneVisits query={visitsQuery} />
      )}
    </Stack>
  )
}
