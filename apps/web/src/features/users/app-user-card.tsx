import { Flex } from '@mantine/core'
import type { ZoneUser } from '@muster/contract/users.ts'
import { MadeUpMark } from '../../ui/badges/made-up-mark.tsx'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import tint from '../../ui/live/live-tint.module.css'
import { useChanged } from '../../ui/live/use-changed.ts'
import { usePointedOut } from '../../ui/people/pointing.tsx'
import { SharingMark } from '../sharing/public.ts'
import { MemberHead } from './member-head.tsx'
import classes from './user-card.module.css'
import { appUserLabels } from './zone-user-words.ts'

type Props = { zoneId: string; user: ZoneUser; isOpen: boolean; onOpen: () => void }

/** A member of the zone; opens their details. */
export function AppUserCard({ zoneId, user, isOpen, onOpen }: Props) {
  const opens = useOpensDetails(isOpen)
  const moved = useChanged(user.presence)
  const pointedOut = usePointedOut(user.userId)
  return (
    <button
      {...pointedOut}
      type="button"
      className={`${classes.card} ${tint.tint}`}
      data-changed={moved || undefined}
      onClick={onOpen}
      {...opens}
    >
      <MemberHead user={user} label="Last check-in" never="Never checked in" />
      <Flex component="span" wrap="wrap" align="center" gap="6px 8px">
        <PresenceBadge
          presence={user.presence}
          lastSeen={user.lastSeen}
          consent={user.consent}
          label={appUserLabels[user.presence]}
        />
        <MadeUpMark mock={user.mock} />
        <RoleBadge role={user.zoneRole} />
        <SharingMark zoneId={zoneId} userId={user.userId} />
      </Flex>
    </button>
  )
}
