import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { UnreadBadge, useAlertCounts, useAlertsLabel, useAppBadge } from '../../features/alerts/public.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { getBottomBar } from './menu.ts'
import classes from './shell.module.css'

/** Hidden on phones whose bottom bar shows Alerts, which leaves room for the zone's name. */
export function AlertsButton() {
  const counts = useAlertCounts()
  useAppBadge(counts?.unread)
  const { role, availableZones } = useSelectedZone()
  const places = getBottomBar(role, availableZones.length > 0, false)?.places
  const isInBar = places?.some(({ to }) => to === paths.alerts)
  return (
    <ActionIcon
      component={Link}
      to={paths.alerts}
      aria-label={useAlertsLabel()}
      className={classes.bell}
      data-in-bar={isInBar || undefined}
    >
      <IconBell size="1.25rem" aria-hidden />
      <UnreadBadge />
    </ActionIcon>
  )
}
