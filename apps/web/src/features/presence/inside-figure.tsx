import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { BadgeCounts } from '@muster/contract/badges.ts'
import type { PresencePanel } from '@muster/contract/presence.ts'
import { formatCapacity, formatCount } from '../../lib/format-count.ts'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { UnseenCount } from '../../ui/people/inside-split.tsx'
import { OverCapacity } from '../../ui/people/over-capacity.tsx'
import classes from './presence-panel.module.css'

type Props = {
  panel: Pick<PresencePanel, 'inside' | 'maxCapacity'>
  /** The number of people inside who were not seen recently. */
  unseen: number
  /** People inside by badge and not by phone, and those of them who were not seen recently. */
  byBadge?: Pick<BadgeCounts, 'people' | 'unseen'>
}

/** The number of recently seen people as a large figure, with the zone's capacity and the number of people not seen. */
export function InsideFigure({
  panel: { inside: byPhone, maxCapacity },
  unseen: unseenByPhone,
  byBadge,
}: Props) {
  const inside = byPhone + (byBadge?.people ?? 0)
  const unseen = unseenByPhone + (byBadge?.unseen ?? 0)
  const seenCount = Math.max(0, inside - unseen)
  const badgeCount = (byBadge?.people ?? 0) - (byBadge?.unseen ?? 0)
  return (
    <LiveTint value={inside}>
      <Group align="baseline" gap="4px 12px" py={4}>
        <span className={classes.figure} data-testid="inside-count">
          {formatCount(seenCount)}
        </span>
        <Text span inherit c="dimmed">
          {figureText(seenCount, { inside, maxCapacity }, unseen)}
          {badgeCount > 0 && <Trans>, {formatCount(badgeCount)} by badge</Trans>}
        </Text>
        <OverCapacity inside={inside} max={maxCapacity} />
        <UnseenCount unseen={unseen} />
      </Group>
    </LiveTint>
  )
}

/** Returns the text after the figure, with the zone's capacity if it has one. */
function figureText(seenCount: number, { inside, maxCapacity }: Props['panel'], unseen: number): string {
  if (maxCapacity === null) return plural(seenCount, { one: 'person inside', other: 'people inside' })
  const capacity = formatCapacity(inside, maxCapacity)
  // The figure excludes people not seen recently, who still count towards the capacity.
  return unseen > 0
    ? plural(seenCount, {
        one: `person inside, occupancy ${capacity}`,
        other: `people inside, occupancy ${capacity}`,
      })
    : plural(seenCount, {
        one: `person inside, capacity ${capacity}`,
        other: `people inside, capacity ${capacity}`,
      })
}
