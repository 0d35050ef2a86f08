import { plural, t } from '@lingui/core/macro'
import { Button, Flex, Text } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { formatDrillDay } from './drill-dates.tsx'

/** A notice about drills that are overdue in the zones where the person may declare one. */
export function DrillNotice() {
  const { may } = useSelectedZone()
  const { data } = useQuery({
    ...orpc.emergencyPlans.dueDrills.queryOptions(),
    enabled: may('broadcast'),
  })
  if (!data?.first || data.overdue === 0 || !may('broadcast')) return null
  const { overdue, first } = data
  const { zoneName, dueOn } = first
  const day = formatDrillDay(dueOn)
  return (
    <Panel component="section" aria-label={t`Overdue drills`} data-whole>
      <Flex wrap="wrap" align="center" gap="sm" justify="space-between">
        <Flex gap="sm" align="flex-start" flex="1 1 14rem" miw={0}>
          <IconCalendarX size="1.5rem" color="var(--m-danger)" aria-hidden />
          <div>
            <Text fw={600}>
              {overdue === 1
                ? t`A drill is overdue`
                : t`${plural(overdue, { other: 'Drills are overdue in # zones' })}`}
            </Text>
            <Text c="dimmed" dir="auto">
              {t`${zoneName}: was due by ${day}`}
            </Text>
          </div>
        </Flex>
        <Button
          variant="default"
          renderRoot={props => <Link {...props} to={paths.emergencies} search={{ view: 'drills' }} />}
        >
          {t`See drills`}
        </Button>
      </Flex>
    </Panel>
  )
}
