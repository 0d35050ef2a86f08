import { Flex, Text, UnstyledButton } from '@mantine/core'
import type { Account } from '@muster/contract/accounts.ts'
import { MadeUpMark } from '../../ui/badges/made-up-mark.tsx'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { Day } from '../../ui/time/day.tsx'
import { accountName } from './account-words.ts'
import classes from './accounts.module.css'

/** About how high a card is, in pixels. */
export const accountCardEstimate = 118

const presenceLabels = { inside: 'Inside Zone', outside: 'Outside Zone', unknown: 'Not Checked-in' } as const

type Props = {
  account: Account
  /** Whether they are inside any zone, for who looks where people are. */
  withPresence?: boolean
  isOpen: boolean
  onOpen: () => void
}

/** Somebody's account; opens its details. */
export function AccountCard({ account, withPresence = false, isOpen, onOpen }: Props) {
  const opens = useOpensDetails(isOpen)
  return (
    <Panel
      component={UnstyledButton}
      className={classes.card}
      gap={6}
      w="100%"
      h="100%"
      px="sm"
      py="xs"
      fz="sm"
      onClick={onOpen}
      {...opens}
    >
      <PersonChip name={accountName(account)} imageUrl={account.profileImageUrl} detail={account.email} />
      <Flex component="span" wrap="wrap" align="center" gap={6}>
        {withPresence && (
          <>
            <PresenceBadge
              presence={account.presence}
              lastSeen={account.lastSeen}
              consent={account.consent}
              label={presenceLabels[account.presence]}
            />
            <MadeUpMark mock={account.mock} />
          </>
        )}
        <RoleBadge role={account.role} />
        <StatusBadge status={account.status} />
        {account.invited && <Tag>Invited</Tag>}
      </Flex>
      <Text span size="xs" c="dimmed">
        {account.phone ?? 'No phone'} · created <Day at={account.createdAt} />
      </Text>
    </Panel>
  )
}
