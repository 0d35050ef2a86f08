import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Card, Text } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { ListedZone } from '@muster/contract/zones.ts'
import { type ReactNode, useId } from 'react'
import { formatCount } from '../../../lib/format-count.ts'
import { formatDate } from '../../../lib/format-day.ts'
import { useFeedTopic } from '../../../live/use-feed.ts'
import { ZoneStatusBadge } from '../../../ui/badges/zone-status-badge.tsx'
import { SelectBox } from '../../../ui/people/select-box.tsx'
import { CapacityBar } from '../capacity-bar.tsx'
import classes from './zone-rows.module.css'

type Props = {
  zone: ListedZone & { members?: number }
  isSelected: boolean
  /** Undefined for people who can do nothing with several zones. */
  onSelect: (() => void) | undefined
  /** Check Position, View and the menu. */
  actions: ReactNode
  /** The presence and the check of the signed-in person. */
  children?: ReactNode
}

export function ZoneRow({ zone, isSelected, onSelect, actions, children }: Props) {
  useFeedTopic(zoneTopic(zone.id))
  const nameId = useId()
  const { name, members } = zone
  const created = formatDate(new Date(zone.createdAt))
  return (
    <Card
      component="article"
      aria-labelledby={nameId}
      className={classes.row}
      data-selected={isSelected || undefined}
    >
      <div className={classes.select}>
        {onSelect && <SelectBox label={t`Select ${name}`} checked={isSelected} onToggle={onSelect} />}
      </div>
      <div className={classes.name}>
        <Text component="h2" id={nameId} fz={14} lh={1.4} lineClamp={2} dir="auto">
          {name}
        </Text>
        {zone.organisation && (
          <Text size="xs" c="dimmed" truncate dir="auto">
            {zone.organisation}
          </Text>
        )}
        {zone.description && (
          <Text size="xs" c="dimmed" lineClamp={1} dir="auto">
            {zone.description}
          </Text>
        )}
      </div>
      <div className={classes.status}>
        <ZoneStatusBadge status={zone.status} />
      </div>
      <div className={classes.fill}>
        <CapacityBar zone={zone} />
      </div>
      <div className={classes.facts}>
        {members !== undefined && (
          <span className={classes.members} data-figures>
            <span className={classes.inWords}>
              <Plural value={members} one="# member" other="# members" />
            </span>
            <span className={classes.underHead} aria-hidden="true">
              {formatCount(members)}
            </span>
          </span>
        )}
        <span className={classes.created}>
          <span className={classes.inWords}>
            <Trans>
              Created <time dateTime={zone.createdAt}>{created}</time>
            </Trans>
          </span>
          <span className={classes.underHead} aria-hidden="true">
            {created}
          </span>
        </span>
      </div>
      <div className={classes.menu}>{actions}</div>
      <div className={classes.check}>{children}</div>
    </Card>
  )
}
