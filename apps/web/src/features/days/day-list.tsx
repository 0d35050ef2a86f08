import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Stack, Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
import { DayItemRow } from './day-item-row.tsx'
import { type DayItem, toDayItems, toPeriod } from './day-items.ts'
import type { DayTimeline } from './day-timeline.ts'

type Props = {
  timeline: DayTimeline
  moment: number
  outsideToo: boolean
  onChoose: (item: DayItem) => void
}

/** The day as text: stays, ways and gaps or, on request, every drawn reading. Pressing a row moves the slider there. */
export function DayList({ timeline, moment, outsideToo, onChoose }: Props) {
  const [showsReadings, setShowsReadings] = useState(false)
  const { rows, readings } = timeline
  const gatheredItems = useMemo(() => toDayItems(rows), [rows])
  const items = showsReadings ? rows : gatheredItems
  const chosen = items.findLast(item => toPeriod(item).from <= moment)
  return (
    <Stack gap="xs">
      {gatheredItems.length < rows.length && (
        <Switch
          label={
            <Trans>
              <Plural value={readings.length} one="Show # reading" other="Show all # readings" />
            </Trans>
          }
          checked={showsReadings}
          onChange={event => setShowsReadings(event.currentTarget.checked)}
        />
      )}
      <VirtualGrid
        items={items}
        getKey={item => item.id}
        estimate={56}
        minColumn={10_000}
        gap={4}
        label={t`Readings for the day`}
      >
        {item => (
          <DayItemRow item={item} isSelected={item === chosen} outsideToo={outsideToo} onChoose={onChoose} />
        )}
      </VirtualGrid>
    </Stack>
  )
}
