import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { needsPin } from '@muster/domain/role.ts'
import { IconMail } from '@tabler/icons-react'
import { roleInZone } from '../../lib/session/selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { InsideMark } from '../presence/public.ts'
import { ZoneCard } from './zone-card.tsx'

export type ZoneChoiceProps = {
  zone: MyZone
  selected: boolean
  main: boolean
  loading: boolean
  onChoose: () => void
  onDecline: () => void
}

/** A zone to select, or an invitation to accept or decline. */
export function ZoneChoiceCard({ zone, selected, main, loading, onChoose, onDecline }: ZoneChoiceProps) {
  const { profile } = useMe()
  const role = roleInZone(profile.role, zone)
  return (
    <ZoneCard
      zone={zone}
      selected={selected}
      actions={
        <Stack gap="xs" w="100%">
          <Button onClick={onChoose} loading={loading} variant={main ? 'filled' : 'default'} fullWidth>
            {needsPin(role) ? t`Enter Zone` : t`Select Zone`}
          </Button>
          {zone.invited && (
            <Button variant="subtle" fullWidth onClick={onDecline}>
              {t`Decline`}
            </Button>
          )}
        </Stack>
      }
    >
      <Group gap="xs">
        <RoleBadge role={role} />
        {!zone.invited && <InsideMark zoneId={zone.id} />}
      </Group>
      {zone.invited && <InvitationNote />}
    </ZoneCard>
  )
}

function InvitationNote() {
  return (
    <Stack align="flex-start" gap={4}>
      <Tag icon={IconMail} tone="info">
        {t`Invited`}
      </Tag>
      <Text c="dimmed" mt={4}>
        <Trans>
          Until you enter, the zone’s managers see only your name and user code. After that, they also see
          your contact details and where you check in.
        </Trans>
      </Text>
    </Stack>
  )
}
