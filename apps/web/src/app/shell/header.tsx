import { t } from '@lingui/core/macro'
import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { IconBell, IconLayoutSidebar, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { UnreadBadge, useAlertCounts, useAlertsLabel, useAppBadge } from '../../features/alerts/public.ts'
import { DeclareButton } from '../../features/emergencies/public.ts'
import { formatLongDate } from '../../lib/format-day.ts'
import { isoDay } from '../../lib/iso-day.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ConnectionIndicator } from '../../ui/live/connection-indicator.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { AccountMenu } from './account-menu.tsx'
import { getBottomBar } from './menu.ts'
import classes from './shell.module.css'
import { ZonePicker } from './zone-picker.tsx'

type Props = {
  /** The title of the page; undefined for addresses without a page. */
  title: string | undefined
  compact: boolean
  menuOpen: boolean
  showZone: boolean
  onToggle: () => void
  onSearch: () => void
}

/** 56 px high. Shows the connection state only when it is not live, and the zone only if the sidebar is hidden. */
export function Header({ title, compact, menuOpen, showZone, onToggle, onSearch }: Props) {
  useEffect(() => {
    if (title) document.title = t`${title} · Muster`
  }, [title])
  return (
    <header className={classes.header} data-no-print>
      <ActionIcon
        aria-label={menuOpen ? t`Close menu` : t`Open menu`}
        aria-expanded={menuOpen}
        aria-keyshortcuts={t`Control+B Meta+B`}
        title={t`Ctrl+B`}
        onClick={onToggle}
      >
        {compact ? (
          <IconMenu2 size="1.375rem" aria-hidden />
        ) : (
          <IconLayoutSidebar size="1.25rem" aria-hidden />
        )}
      </ActionIcon>
      <div className={classes.headerWhere}>
        <span className={classes.headerTitle}>{title ?? t`Page`}</span>
        {showZone && (
          <div className={classes.headerZone}>
            <ZonePicker inHeader />
          </div>
        )}
      </div>
      {!compact && <Today />}
      <span className={classes.spring} />
      <ConnectionIndicator />
      <DeclareButton compact={compact} />
      <button
        type="button"
        className={classes.search}
        onClick={onSearch}
        aria-keyshortcuts={t`Control+K Meta+K`}
      >
        <IconSearch size="1.125rem" aria-hidden />
        <VisuallyHidden>{t`Find a page or action`}</VisuallyHidden>
        <kbd className={`${classes.keys} mantine-visible-from-lg`}>{shortcut}</kbd>
      </button>
      <AlertsButton />
      <AccountMenu onSearch={onSearch} />
    </header>
  )
}

const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : t`Ctrl K`

function Today() {
  const now = new Date(useNow())
  return (
    <Text component="time" c="dimmed" ms="xs" dateTime={isoDay(now)}>
      {formatLongDate(now)}
    </Text>
  )
}

/** Hidden on phones whose bottom bar shows Alerts, which leaves room for the zone's name. */
function AlertsButton() {
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
