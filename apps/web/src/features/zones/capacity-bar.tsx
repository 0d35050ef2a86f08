import { t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { ListedZone } from '@muster/contract/zones.ts'
import { formatCapacity, formatCount } from '../../lib/format-count.ts'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { InsideParts } from '../../ui/people/inside-parts.tsx'
import { InsideSplit } from '../../ui/people/inside-split.tsx'
import { OverCapacity } from '../../ui/people/over-capacity.tsx'
import classes from './capacity-bar.module.css'

type Props = {
  zone: Pick<ListedZone, 'currentOccupancy' | 'parts' | 'unseenOccupancy' | 'maxCapacity'>
}

/** The people inside with the capacity of the zone. People not seen recently are shown separately. */
export function CapacityBar({ zone }: Props) {
  const { currentOccupancy: current, unseenOccupancy: unseenCount, maxCapacity: max } = zone
  const free = max === null ? null : max - current
  const isFull = free !== null && free <= 0
  const figure = max === null ? formatCount(current) : formatCapacity(current, max)
  const isOverCapacity = free !== null && free < 0
  return (
    <LiveTint value={current}>
      <Stack gap={4}>
        <Group justify="space-between" gap="0 12px" data-figures>
          <span>
            {unseenCount > 0 ? t`Occupancy ${figure}` : t`${figure} inside`}
            <InsideParts parts={zone.parts} />
          </span>
          {free !== null && !isFull && (
            <Text span inherit c="dimmed">
              <Plural value={free} one="# available" other="# available" />
            </Text>
          )}
          {free === 0 && <span>{t`Full`}</span>}
          <OverCapacity inside={current} max={max} />
        </Group>
        {max !== null && (
          <div className={classes.track} aria-hidden="true">
            <div
              className={classes.fill}
              style={{
                width: toWidth(current - unseenCount, current, max),
                background: `var(--m-${isOverCapacity ? 'danger' : isFull ? 'uncertain' : 'inside'})`,
              }}
            />
            {unseenCount > 0 && (
              <div className={classes.doubt} style={{ width: toWidth(unseenCount, current, max) }} />
            )}
          </div>
        )}
        <InsideSplit inside={current} unseen={unseenCount} />
      </Stack>
    </LiveTint>
  )
}

/** Returns the bar width for `count` people as a CSS percentage. Above capacity, the bar is scaled to the people inside. */
const toWidth = (count: number, current: number, max: number) =>
  `${(count / Math.max(1, current, max)) * 100}%`
