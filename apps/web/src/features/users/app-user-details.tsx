import { Anchor, Button } from '@mantine/core'
import type { MemberDetails, ZoneUser } from '@muster/contract/users.ts'
import { IconUserMinus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatPlace } from '../../lib/format-place.ts'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { Day } from '../../ui/time/day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useSeenLately } from '../../ui/time/use-seen-lately.ts'
import classes from './app-user-details.module.css'
import { EntryPin } from './entry-pin.tsx'
import { Phone, ReachButtons } from './reach-buttons.tsx'
import { UnlinkUserDialog } from './unlink-user-dialog.tsx'
import type { useZonePerson } from './use-zone-person.ts'
import { appUserLabels, nameOf } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  user: ZoneUser
  /** What the row does not show; undefined until it is there. */
  member: MemberDetails | undefined
  query: ReturnType<typeof useZonePerson>['query']
  /** Whether this person may be unlinked by the one who looks. */
  mayUnlink: boolean
  isSelf: boolean
  onImageError: () => void
  onUnlinked: () => void
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** Whom to call, and how they belong to the member; whatever of it was given. */
function EmergencyContact({ contact }: { contact: MemberDetails['emergencyContact'] }) {
  const { name, phone, relationship } = contact
  if (!name && !phone && !relationship) return <span className={classes.quiet}>Not given</span>
  return (
    <span className={classes.contact}>
      {name && <Name>{name}</Name>}
      {relationship && <span className={classes.quiet}>{relationship}</span>}
      {phone && <Phone number={phone} />}
    </span>
  )
}

/** The word alone, with its doubt: the badge above has the age. */
function PresenceWord({ user }: { user: ZoneUser }) {
  const seenLately = useSeenLately(user.lastSeen)
  return <>{user.presence === 'inside' && !seenLately ? 'Inside?' : appUserLabels[user.presence]}</>
}

/** Everything known about a member of the zone: what their row shows at once, the rest when it is there. */
export function AppUserDetails({
  zone,
  user,
  member,
  query,
  mayUnlink,
  isSelf,
  onImageError,
  onUnlinked,
}: Props) {
  const [unlinking, setUnlinking] = useState(false)
  return (
    <div className={classes.details}>
      <PersonChip
        name={nameOf(user)}
        imageUrl={user.profileImageUrl}
        size={56}
        onImageError={onImageError}
        detail={
          <span className={classes.badges}>
            <PresenceBadge
              presence={user.presence}
              lastSeen={user.lastSeen}
              label={appUserLabels[user.presence]}
            />
            {member && <StatusBadge status={member.status} />}
          </span>
        }
      />
      {!isSelf && <ReachButtons name={nameOf(user)} email={user.email} phone={member?.phone} />}
      <dl className={classes.facts}>
        <Fact name="Email">
          <Anchor href={`mailto:${user.email}`} underline="always" className={classes.long}>
            {user.email}
          </Anchor>
        </Fact>
        {member && (
          <Fact name="Phone">
            {member.phone ? (
              <Phone number={member.phone} />
            ) : (
              <span className={classes.quiet}>Not given</span>
            )}
          </Fact>
        )}
        <Fact name="User code">
          <span className={classes.code}>
            {user.userCode}
            <CopyButton text={user.userCode} label="Copy code" iconOnly />
          </span>
        </Fact>
        {member && (
          <Fact name="Global role">
            <RoleBadge role={member.role} />
          </Fact>
        )}
        <Fact name="Zone role">
          <RoleBadge role={user.zoneRole} />
        </Fact>
        <Fact name="Current presence">
          <PresenceWord user={user} />
          {user.insideSince && (
            <>
              {' '}
              <RelativeTime at={user.insideSince} form="since" />
            </>
          )}
        </Fact>
        <Fact name="Last check-in">
          {user.lastSeen ? <RelativeTime at={user.lastSeen} /> : 'Never checked in'}
        </Fact>
        {user.position && <Fact name="Last position">{formatPlace(user.position)}</Fact>}
        {member && <MemberFacts zone={zone} user={user} member={member} isSelf={isSelf} />}
        <Fact name="Assigned to zone">
          <Day at={user.assignedAt} />
        </Fact>
      </dl>
      {!member && query.isError && (
        <ErrorState
          title="Failed to load user information"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {!member && query.isPending && <ListSkeleton count={2} />}
      {mayUnlink && (
        <>
          <Button
            variant="default"
            c="var(--m-danger)"
            leftSection={<IconUserMinus size={18} aria-hidden />}
            onClick={() => setUnlinking(true)}
          >
            Unlink from Zone
          </Button>
          <UnlinkUserDialog
            zone={zone}
            user={user}
            opened={unlinking}
            onClose={() => setUnlinking(false)}
            onUnlinked={onUnlinked}
          />
        </>
      )}
    </div>
  )
}

type MemberProps = Pick<Props, 'zone' | 'user' | 'isSelf'> & { member: MemberDetails }

function MemberFacts({ zone, user, member, isSelf }: MemberProps) {
  return (
    <>
      {member.pin !== null && (
        <Fact name="Entry PIN">
          <EntryPin zoneId={zone.id} person={user} member={member} mayReset={!isSelf} />
        </Fact>
      )}
      <Fact name="Skills">
        {member.skills.length > 0 ? (
          <span className={classes.badges}>
            {member.skills.map(skill => (
              <Tag key={skill}>{skill}</Tag>
            ))}
          </span>
        ) : (
          <span className={classes.quiet}>None given</span>
        )}
      </Fact>
      <Fact name="Emergency contact">
        <EmergencyContact contact={member.emergencyContact} />
      </Fact>
      <Fact name="Account created">
        <Day at={member.accountCreatedAt} />
      </Fact>
    </>
  )
}
