import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { UnreadBadge, useAlertCounts, useAlertsLabel, useAppBadge } from '../../features/alerts/public.ts'
import { paths } from '../../lib/paths.ts'
import classes from './shell.module.css'

/** The bell of the header: leads to the inbox, and says how much of it is new; so does the icon of the app. */
export function AlertsButton() {
  const counts = useAlertCounts()
  useAppBadge(counts?.unread)
  return (
    <ActionIcon component={Link} to={paths.alerts} aria-label={useAlertsLabel()} className={classes.bell}>
      <IconBell size="1.25rem" aria-hidden />
      <UnreadBadge />
    </ActionIcon>
  )
}
