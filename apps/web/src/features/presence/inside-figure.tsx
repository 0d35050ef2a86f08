import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import type { PresencePanel } from '@muster/contract/presence.ts'
import { formatCount } from '../../lib/format-count.ts'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { OverCapacity } from '../../ui/people/over-capacity.tsx'
import { sitePartsText } from '../../ui/people/site-sum.ts'
import classes from './presence-panel.module.css'

type Props = {
  panel: Pick<PresencePanel, 'inside' | 'parts' | 'maxCapacity'>
  /** The number of people inside by phone who were not seen recently. */
  unseen: number
}

/** The people on the site as a large figure, with its parts and the zone's capacity. */
export function InsideFigure({ panel: { inside, parts, maxCapacity }, unseen }: Props) {
  const partsText = sitePartsText({
    phone: Math.max(0, parts.byPhone - unseen),
    not_seen: Math.min(parts.byPhone, unseen),
    visitor: parts.visitors,
    badge: parts.byBadge,
  })
  return (
    <LiveTint value={inside}>
      <Group align="baseline" gap="4px 12px" py={4}>
        <span className={classes.figure} data-testid="inside-count">
          {formatCount(inside)}
        </span>
        <Text span inherit c="dimmed">
          {partsText === '' ? t`on site` : t`on site: ${partsText}`}
          {maxCapacity !== null && ` · ${t`room for ${formatCount(maxCapacity)}`}`}
        </Text>
        <OverCapacity inside={inside} max={maxCapacity} />
      </Group>
    </LiveTint>
  )
}
