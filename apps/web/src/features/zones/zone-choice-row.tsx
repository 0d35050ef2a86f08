import { t } from '@lingui/core/macro'
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import { needsPin } from '@muster/domain/role.ts'
import { IconCheck, IconMail, IconMapPin } from '@tabler/icons-react'
import { useId } from 'react'
import { roleInZone } from '../../lib/session/selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { InsideMark } from '../presence/public.ts'
import { StarButton } from './star-button.tsx'
import type { ZoneChoiceProps } from './zone-choice-card.tsx'

type Props = ZoneChoiceProps & {
  /** Marks the zone as the nearest to a position that is already known. */
  nearest: boolean
}

export function ZoneChoiceRow({ zone, selected, main, nearest, loading, onChoose, onDecline }: Props) {
  // A zone that is renamed, suspended or deleted changes here at once.
  useFeedTopic(zoneTopic(zone.id))
  const { profile } = useMe()
  const nameId = useId()
  return (
    <Card component="article" aria-labelledby={nameId} px="md" py="xs">
      <Group gap="4px 12px">
        <Stack gap={2} miw={0} flex="1 1 10rem">
          <Group gap="4px 8px">
            <Text component="h2" id={nameId} fw={600} fz="md" dir="auto">
              {zone.name}
            </Text>
            {selected && (
              <Tag tone="info" icon={IconCheck}>
                {t`Selected`}
              </Tag>
            )}
            {zone.invited && (
              <Tag tone="info" icon={IconMail}>
                {t`Invited`}
              </Tag>
            )}
            {nearest && (
              <Tag tone="info" icon={IconMapPin}>
                {t`Nearest`}
              </Tag>
            )}
            {!zone.invited && <InsideMark zoneId={zone.id} />}
          </Group>
          {zone.description && (
            <Text size="xs" c="dimmed" lineClamp={1} dir="auto">
              {zone.description}
            </Text>
          )}
        </Stack>
        <StarButton zone={zone} />
        <Group gap="xs">
          {zone.invited && (
            <Button variant="subtle" onClick={onDecline}>
              {t`Decline`}
            </Button>
          )}
          <Button onClick={onChoose} loading={loading} variant={main ? 'filled' : 'default'}>
            {needsPin(roleInZone(profile.role, zone)) ? t`Enter Zone` : t`Select Zone`}
          </Button>
        </Group>
      </Group>
    </Card>
  )
}
