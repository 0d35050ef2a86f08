import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { broadcastPriorities } from '@muster/domain/broadcast.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { priorityLabels } from './broadcast-words.ts'
import classes from './broadcasts.module.css'
import { usePeriodStarts } from './use-period-starts.ts'

/** Shows the number of broadcasts: in total, today, this week, and by priority. */
export function StatisticsPanel({ zoneId }: { zoneId: string | undefined }) {
  const since = usePeriodStarts()
  const query = useQuery({
    ...orpc.broadcasts.statistics.queryOptions({ input: { ...(zoneId && { zoneId }), ...since } }),
    placeholderData: keepPreviousData,
  })
  const statistics = query.data
  const toFigure = (count: number | undefined) => (count === undefined ? '–' : formatCount(count))
  return (
    <AgeGrey stale={query.isError}>
      <Panel component="dl" className={classes.statistics} aria-label={t`Broadcast statistics`}>
        <Figure label={t`Total`} value={toFigure(statistics?.total)} />
        <Figure label={t`Today`} value={toFigure(statistics?.today)} />
        <Figure label={t`This week`} value={toFigure(statistics?.thisWeek)} />
        {broadcastPriorities.toReversed().map(priority => (
          <Figure
            key={priority}
            label={priorityLabels[priority]}
            value={toFigure(statistics?.byPriority[priority])}
          />
        ))}
      </Panel>
    </AgeGrey>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {label}
    </Text>
    <Text component="dd" size="lg" fw={600} data-figures>
      {value}
    </Text>
  </div>
)
