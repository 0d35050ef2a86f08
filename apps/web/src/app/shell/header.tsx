import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { IconLayoutSidebar, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { formatLongDate, isoDay } from '../../lib/format-time.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ConnectionIndicator } from '../../ui/live/connection-indicator.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { AccountMenu } from './account-menu.tsx'
import { AlertsButton } from './alerts-button.tsx'
import { getMenu } from './menu.ts'
import classes from './shell.module.css'
import { ZonePicker } from './zone-picker.tsx'

type Props = {
  compact: boolean
  menuOpen: boolean
  showZone: boolean
  onToggle: () => void
  /** Opens the command palette. */
  onSearch: () => void
}

/**
 * The header, 56 px high: menu toggle, title, date on desktop, connection state when it is not live, the zone if the sidebar is
 * hidden (on phones below the title), command palette, alerts and account.
 */
export function Header({ compact, menuOpen, showZone, onToggle, onSearch }: Props) {
  const title = useTitle()
  useEffect(() => {
    if (title) document.title = t`${title} · Muster`
  }, [title])
  return (
    <header className={classes.header}>
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
      <button
        type="button"
        className={classes.search}
        onClick={onSearch}
        aria-keyshortcuts={t`Control+K Meta+K`}
      >
        <IconSearch size="1.125rem" aria-hidden />
        <VisuallyHidden>
          <Trans>Find a page or action</Trans>
        </VisuallyHidden>
        <kbd className={classes.keys}>{shortcut}</kbd>
      </button>
      <AlertsButton />
      <AccountMenu onSearch={onSearch} />
    </header>
  )
}

/** Returns the title of the page. The title of the notifications page depends on the role, as it does in the menu. */
function useTitle(): string | undefined {
  const { role } = useSelectedZone()
  const match = useMatches({ select: matches => matches.at(-1) })
  if (match?.pathname !== paths.hazards) return match?.staticData.title
  return getMenu(role, true).find(({ to }) => to === paths.hazards)?.label ?? match.staticData.title
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
