import { Flex, Text } from '@mantine/core'
import type { ZoneUser } from '@muster/contract/users.ts'
import { formatPlace } from '../../lib/format-place.ts'
import { MadeUpMark } from '../../ui/badges/made-up-mark.tsx'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import tint from '../../ui/live/live-tint.module.css'
import { useChanged } from '../../ui/live/use-changed.ts'
import { SharingMark } from '../sharing/public.ts'
import { MemberHead } from './member-head.tsx'
import classes from './user-card.module.css'
import { zoneUserLabels } from './zone-user-words.ts'

type Props = { zoneId: string; user: ZoneUser; isOpen: boolean; onOpen: () => void }

/** A member with presence, coordinates and last activity; opens their details. */
export function ZoneUserCard({ zoneId, user, isOpen, onOpen }: Props) {
  const opens = useOpensDetails(isOpen)
  const moved = useChanged(user.presence)
  return (
    <button
      type="button"
      className={`${classes.card} ${tint.tint}`}
      data-changed={moved || undefined}
      onClick={onOpen}
      {...opens}
    >
      <MemberHead user={user} label="Last activity" never="Never tracked" />
      <Flex component="span" wrap="wrap" align="center" gap="6px 8px">
        <PresenceBadge
          presence={user.presence}
          lastSeen={user.lastSeen}
          consent={user.consent}
          label={zoneUserLabels[user.presence]}
        />
        <MadeUpMark mock={user.mock} />
        <SharingMark zoneId={zoneId} userId={user.userId} />
        <Text span size="xs" c="dimmed">
          {user.position ? <bdi>{formatPlace(user.position)}</bdi> : 'No coordinates'}
        </Text>
      </Flex>
    </button>
  )
}
