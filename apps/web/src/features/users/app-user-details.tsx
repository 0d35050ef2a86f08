import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Stack } from '@mantine/core'
import type { MemberDetails, ZoneUser } from '@muster/contract/users.ts'
import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import { formatPlace } from '../../lib/format-place.ts'
import { sharingWithdrawnText } from '../../ui/badges/presence-badge.tsx'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { PresenceMarks, presenceLabels } from '../../ui/people/person-columns.tsx'
import {
  Email,
  EmergencyContactFact,
  PhoneFact,
  SkillsFact,
  UserCode,
} from '../../ui/people/person-facts.tsx'
import { Day } from '../../ui/time/day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useSeenLately } from '../../ui/time/use-seen-lately.ts'
import { FollowSwitch } from '../notices/public.ts'
import { RequestTrackingButton, SharingMark } from '../sharing/public.ts'
import classes from './app-user-details.module.css'
import { DayButton } from './day-button.tsx'
import { EntryPin } from './entry-pin.tsx'
import { MemberReading } from './member-reading.tsx'
import { ReachButtons } from './reach-buttons.tsx'
import { UnlinkFromZone } from './unlink-user.tsx'
import type { useZonePerson } from './use-zone-person.ts'
import { ZoneRole } from './zone-role.tsx'
import { formatName, neverSeenText } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  user: ZoneUser
  /** The details that the row does not contain; undefined until loaded. */
  member: MemberDetails | undefined
  query: ReturnType<typeof useZonePerson>['query']
  mayUnlink: boolean
  /** The viewer's rights in this zone. */
  own: ZoneRights
  isSelf: boolean
  onUnlinked: () => void
}

/** Says when people inside were last seen, if that is not recent, and who has withdrawn consent. */
function PresenceText({ user: { presence, consent, lastSeen, insideSince } }: { user: ZoneUser }) {
  const isSeenRecently = useSeenLately(lastSeen)
  if (consent === 'withdrawn') return <>{sharingWithdrawnText}</>
  if (presence === 'inside' && !isSeenRecently) {
    return (
      <>
        {lastSeen === null ? (
          t`Not seen recently`
        ) : (
          <Trans>
            Not seen <RelativeTime at={lastSeen} form="since" />
          </Trans>
        )}
        {insideSince && (
          <>
            {' · '}
            <Trans>
              Entered <RelativeTime at={insideSince} form="clock" />
            </Trans>
          </>
        )}
      </>
    )
  }
  const label = presenceLabels[presence]
  if (!insideSince) return <>{label}</>
  return (
    <Trans>
      {label} <RelativeTime at={insideSince} form="since" />
    </Trans>
  )
}

/** First how to reach them and where they were last. The data of their row is shown immediately, the rest once loaded. */
export function AppUserDetails({ zone, user, member, query, mayUnlink, own, isSelf, onUnlinked }: Props) {
  return (
    <Stack gap={20} className={classes.details}>
      <PersonChip
        name={formatName(user)}
        unnamed
        imageUrl={user.profileImageUrl}
        size={56}
        detail={
          <Flex component="span" wrap="wrap" align="center" gap="xs" miw={0}>
            <PresenceMarks of={user} />
            {member && <StatusBadge status={member.status} />}
            <SharingMark zoneId={zone.id} userId={user.userId} />
          </Flex>
        }
      />
      {!isSelf && <ReachButtons name={formatName(user)} email={user.email} phone={member?.phone} />}
      <Facts>
        {member && <PhoneFact number={member.phone} />}
        {member && <EmergencyContactFact contact={member.emergencyContact} />}
        <Fact name={t`Current presence`}>
          <PresenceText user={user} />
        </Fact>
        <Fact name={t`Last check-in`}>
          {user.lastSeen ? <RelativeTime at={user.lastSeen} /> : neverSeenText(user, t`Not Checked-in`)}
        </Fact>
        {user.position && <Fact name={t`Last position`}>{formatPlace(user.position)}</Fact>}
      </Facts>
      {/* A person who has withdrawn consent cannot share their position; they must first give consent again in their own
          Settings. */}
      {!isSelf && user.consent !== 'withdrawn' && mayInZone(own, 'track_live_locations') && (
        <RequestTrackingButton zoneId={zone.id} userId={user.userId} />
      )}
      {!isSelf && user.consent !== 'withdrawn' && mayInZone(own, 'view_attendance') && (
        <FollowSwitch zoneId={zone.id} userId={user.userId} name={formatName(user)} />
      )}
      {(isSelf || mayInZone(own, 'track_live_locations')) && (
        <DayButton zoneId={zone.id} userId={user.userId} label={isSelf ? t`My day on the map` : undefined} />
      )}
      <Facts>
        <Fact name={t`Email`}>
          <Email address={user.email} />
        </Fact>
        <Fact name={t`User code`}>
          <UserCode code={user.userCode} />
        </Fact>
        {member && (
          <Fact name={t`Global role`}>
            <RoleBadge role={member.role} />
          </Fact>
        )}
        <Fact name={t`Zone role`}>
          <ZoneRole zone={zone} user={user} own={own} isSelf={isSelf} />
        </Fact>
        {member && <MemberFacts zone={zone} user={user} member={member} isSelf={isSelf} />}
        <Fact name={t`Assigned to zone`}>
          <Day at={user.assignedAt} />
        </Fact>
      </Facts>
      <MemberReading query={query} />
      {mayUnlink && <UnlinkFromZone zone={zone} user={user} onUnlinked={onUnlinked} />}
    </Stack>
  )
}

type MemberProps = Pick<Props, 'zone' | 'user' | 'isSelf'> & { member: MemberDetails }

function MemberFacts({ zone, user, member, isSelf }: MemberProps) {
  return (
    <>
      {member.pin !== null && (
        <Fact name={t`Entry PIN`}>
          <EntryPin zoneId={zone.id} person={user} member={member} mayReset={!isSelf} />
        </Fact>
      )}
      <SkillsFact skills={member.skills} />
      <Fact name={t`Account created`}>
        <Day at={member.accountCreatedAt} />
      </Fact>
    </>
  )
}
