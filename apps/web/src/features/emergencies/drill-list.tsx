import { t } from '@lingui/core/macro'
import { Card, Text } from '@mantine/core'
import type { ListedDrill } from '@muster/contract/emergency-plans.ts'
import { IconCalendarEvent } from '@tabler/icons-react'
import { orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import { List } from '../../ui/layout/list.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { DrillDates } from './drill-dates.tsx'
import { monthsText } from './plan-words.ts'

/** Lists when the zones drill next, the most urgent first, then the zones without a calendar. */
export function DrillList() {
  const list = usePages(orpc.emergencyPlans.drills, {})
  return (
    <List
      list={list}
      label={t`Drills due`}
      getKey={it => it.zoneId}
      estimate={110}
      failure={t`Failed to load the drills`}
      filters={undefined}
      emptyTexts={[t`No drills planned`]}
      empty={
        <EmptyState
          icon={IconCalendarEvent}
          title={t`No drills planned`}
          text={t`Set how often a zone drills in its emergency plan.`}
        />
      }
    >
      {drill => <DrillCard drill={drill} />}
    </List>
  )
}

function DrillCard({ drill }: { drill: ListedDrill }) {
  const span = monthsText(drill.everyMonths)
  const { dueOn, standing } = drill
  return (
    <Card>
      <Text fw={600} size="md" dir="auto" truncate>
        {drill.zoneName}
      </Text>
      {dueOn === null || standing === 'unplanned' ? (
        <Text c="dimmed">{t`No calendar. Set how often the zone drills in its emergency plan.`}</Text>
      ) : (
        <>
          <DrillDates drill={{ ...drill, dueOn, standing }} />
          <Text c="dimmed">{t`Every ${span}`}</Text>
        </>
      )}
    </Card>
  )
}
