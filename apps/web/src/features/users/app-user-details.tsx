import { Anchor, Button } from '@mantine/core'
import type { ZoneUser } from '@muster/contract/users.ts'
import { IconUserMinus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { Day } from '../../ui/time/day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useSeenLately } from '../../ui/time/use-seen-lately.ts'
import classes from './app-user-details.module.css'
import { EntryPin } from './entry-pin.tsx'
import { UnlinkUserDialog } from './unlink-user-dialog.tsx'
import { useNoteAccess } from './use-note-access.ts'
import { appUserLabels, memberName } from './zone-user-words.ts'

type Props = {
  zone: { id: string; name: string }
  user: ZoneUser
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

function Phone({ number }: { number: string }) {
  return (
    <Anchor href={`tel:${number.replace(/[^+\d]/g, '')}`} underline="always">
      {number}
    </Anchor>
  )
}

/** Whom to call, and how they belong to the member; whatever of it was given. */
function EmergencyContact({ contact }: { contact: ZoneUser['emergencyContact'] }) {
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

/** Everything known about a member of the zone. */
export function AppUserDetails({ zone, user, mayUnlink, isSelf, onImageError, onUnlinked }: Props) {
  useNoteAccess(zone.id, user, isSelf)
  const [unlinking, setUnlinking] = useState(false)
  const name = memberName(user) || user.email
  return (
    <div className={classes.details}>
      <PersonChip
        name={name}
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
            <StatusBadge status={user.status} />
          </span>
        }
      />
      <dl className={classes.facts}>
        <Fact name="Email">
          <Anchor href={`mailto:${user.email}`} underline="always">
            {user.email}
          </Anchor>
        </Fact>
        <Fact name="Phone">
          {user.phone ? <Phone number={user.phone} /> : <span className={classes.quiet}>Not given</span>}
        </Fact>
        <Fact name="User code">
          <span className={classes.code}>
            {user.userCode}
            <CopyButton text={user.userCode} label="Copy code" iconOnly />
          </span>
        </Fact>
        <Fact name="Global role">
          <RoleBadge role={user.role} />
        </Fact>
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
        {user.pin !== null && (
          <Fact name="Entry PIN">
            <EntryPin zoneId={zone.id} user={user} mayReset={!isSelf} />
          </Fact>
        )}
        <Fact name="Skills">
          {user.skills.length > 0 ? (
            <span className={classes.badges}>
              {user.skills.map(skill => (
                <Tag key={skill}>{skill}</Tag>
              ))}
            </span>
          ) : (
            <span className={classes.quiet}>None given</span>
          )}
        </Fact>
        <Fact name="Emergency contact">
          <EmergencyContact contact={user.emergencyContact} />
        </Fact>
        <Fact name="Account created">
          <Day at={user.accountCreatedAt} />
        </Fact>
        <Fact name="Assigned to zone">
          <Day at={user.assignedAt} />
        </Fact>
      </dl>
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
