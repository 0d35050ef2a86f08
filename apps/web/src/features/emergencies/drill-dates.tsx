import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { ZoneDrill } from '@muster/contract/emergency-plans.ts'
import { IconCalendarDue, IconCalendarX } from '@tabler/icons-react'
import { formatDate } from '../../lib/format-day.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

export function DrillDates({ drill }: { drill: ZoneDrill }) {
  const day = formatDrillDay(drill.dueOn)
  return (
    <div>
      <Group gap="xs">
        {drill.standing === 'overdue' && (
          <Tag tone="danger" icon={IconCalendarX}>
            {t`Overdue`}
          </Tag>
        )}
        {drill.standing === 'due' && (
          <Tag tone="caution" icon={IconCalendarDue}>
            {t`Due`}
          </Tag>
        )}
        <Text>{drill.standing === 'overdue' ? t`Was due by ${day}` : t`Next drill by ${day}`}</Text>
      </Group>
      <Text c="dimmed">
        {drill.lastDrillAt === null ? (
          t`No drill yet`
        ) : (
          <Trans>
            Last drill <RelativeTime at={drill.lastDrillAt} />
          </Trans>
        )}
      </Text>
    </div>
  )
}

/** A calendar day of the zone, which is the same for readers in other time zones. */
export const formatDrillDay = (day: string): string => formatDate(new Date(`${day}T12:00:00`))
