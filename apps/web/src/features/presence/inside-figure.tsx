import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import type { BadgeCounts } from '@muster/contract/badges.ts'
import type { PresencePanel } from '@muster/contract/presence.ts'
import { formatCount } from '../../lib/format-count.ts'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { OverCapacity } from '../../ui/people/over-capacity.tsx'
import { countOnSite, sitePartsText } from '../../ui/people/site-sum.ts'
import classes from './presence-panel.module.css'

type Props = {
  panel: Pick<PresencePanel, 'inside' | 'maxCapacity'>
  /** The number of people inside by phone who were not seen recently. */
  unseen: number
  /** People inside by badge and not by phone. */
  byBadge: Pick<BadgeCounts, 'people'>
  visitors: number
  /** True until badges and visitors are known: a sum without them would be another number. */
  isPending: boolean
}

/** The people on the site as a large figure, with the parts that add up to it and the zone's capacity. */
export function InsideFigure({ panel: { inside: byPhone, maxCapacity }, unseen, ...others }: Props) {
  const { byBadge, visitors, isPending } = others
  const parts = {
    phone: Math.max(0, byPhone - unseen),
    not_seen: Math.min(byPhone, unseen),
    visitor: visitors,
    badge: byBadge.people,
  }
  const partsText = sitePartsText(parts)
  const inside = byPhone + byBadge.people
  return (
    <LiveTint value={countOnSite(parts)}>
      <Group align="baseline" gap="4px 12px" py={4}>
        <span className={classes.figure} data-testid="inside-count">
          {isPending ? '…' : formatCount(countOnSite(parts))}
        </span>
        <Text span inherit c="dimmed">
          {partsText === '' || isPending ? t`on site` : t`on site: ${partsText}`}
          {maxCapacity !== null && ` · ${t`room for ${formatCount(maxCapacity)}`}`}
        </Text>
        <OverCapacity inside={inside} max={maxCapacity} />
      </Group>
    </LiveTint>
  )
}
