import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card, Group, Stack, Text } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { ListedZone } from '@muster/contract/zones.ts'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { formatDate } from '../../lib/format-day.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { ZoneStatusBadge } from '../../ui/badges/zone-status-badge.tsx'
import { CapacityBar } from './capacity-bar.tsx'
import classes from './zone-card.module.css'

type Props = {
  zone: ListedZone & { invited?: boolean }
  /** The presence and the check of the signed-in person. */
  children?: ReactNode
  actions?: ReactNode
  star?: ReactNode
  selected?: boolean
  showCreated?: boolean
}

/** Options of `List` for zone cards. `estimate`: the approximate height in pixels. */
export const zoneCardListProps = { getKey: (zone: { id: string }) => zone.id, estimate: 240 }

/** A zone in lists: name, status, description and occupancy. Any status other than active is shown as Suspended. */
export function ZoneCard({ zone, children, actions, star, selected = false, showCreated = false }: Props) {
  useFeedTopic(zoneTopic(zone.id))
  const nameId = useId()
  const created = formatDate(new Date(zone.createdAt))
  return (
    <Card
      component="article"
      aria-labelledby={nameId}
      style={selected ? { borderColor: 'var(--m-line-strong)' } : undefined}
    >
      <Group align="flex-start" gap="8px 12px">
        <Stack align="flex-start" gap={4} miw={0} flex="1 1 6rem">
          <h2 id={nameId} dir="auto">
            {zone.name}
          </h2>
          {selected && (
            <Tag tone="info" icon={IconCheck}>
              {t`Selected`}
            </Tag>
          )}
        </Stack>
        <ZoneStatusBadge status={zone.status} />
        {star}
      </Group>
      {zone.organisation && (
        <Text size="xs" c="dimmed" dir="auto">
          {zone.organisation}
        </Text>
      )}
      {zone.description && (
        <Text c="dimmed" lineClamp={3} dir="auto">
          {zone.description}
        </Text>
      )}
      {/* Only members see the occupancy. */}
      {!zone.invited && <CapacityBar zone={zone} />}
      {showCreated && (
        <Text size="xs" c="dimmed">
          <Trans>
            Created <time dateTime={zone.createdAt}>{created}</time>
          </Trans>
        </Text>
      )}
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
    </Card>
  )
}
