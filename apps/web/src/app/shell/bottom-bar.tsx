import { t } from '@lingui/core/macro'
import { useLocalStorage } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { UnreadBadge } from '../../features/alerts/public.ts'
import { useCaptainEmergencies } from '../../features/emergencies/public.ts'
import { GroupsUnreadBadge, useGroupCounts } from '../../features/groups/public.ts'
import { checkRequest } from '../../lib/check-request.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { getBottomBar, type MenuItem } from './menu.ts'
import { currentLinkProps, useIsCurrent } from './menu-active.ts'
import classes from './shell.module.css'

/**
 * The phone's bottom bar: four places and, in the middle, the role's primary action. A conversation fills the screen, so that the
 * field for messages is at its bottom, and so does the list of a captain during an emergency, whose ticks nothing may cover.
 */
export function BottomBar() {
  const { role, availableZones, zone } = useSelectedZone()
  const page = useLocation({ select: ({ pathname }) => pathname })
  const hasGroups = useHasGroups(zone?.id)
  const isInConversation = page.startsWith(`${paths.groups}/`)
  const isLeading = (useCaptainEmergencies().data?.open.length ?? 0) > 0 && page === paths.captain
  const bar =
    isInConversation || isLeading ? undefined : getBottomBar(role, availableZones.length > 0, hasGroups)
  const isShown = bar !== undefined

  // Keeps floating content, such as toasts, clear of the bar.
  useEffect(() => {
    if (!isShown) return
    document.documentElement.toggleAttribute('data-bottom-bar', true)
    return () => document.documentElement.removeAttribute('data-bottom-bar')
  }, [isShown])

  if (!bar) return null
  // A member's home has the check in place.
  const checksHere = bar.checks && page === paths.dashboard && zone?.status === 'active'
  const middleIndex = Math.ceil(bar.places.length / 2)
  return (
    <nav className={classes.bottomBar} data-no-print aria-label={t`Quick access`}>
      {bar.places.slice(0, middleIndex).map(item => (
        <BarItem key={item.to} item={item} />
      ))}
      <Link
        to={checksHere ? page : bar.main.to}
        className={classes.mainAct}
        activeProps={checksHere ? {} : { 'aria-current': 'page' }}
        onClick={bar.checks && (() => checkRequest.make())}
      >
        <span className={classes.mainIcon}>
          <bar.main.icon size="1.625rem" aria-hidden />
        </span>
        <span>{bar.main.label}</span>
      </Link>
      {bar.places.slice(middleIndex).map(item => (
        <BarItem key={item.to} item={item} />
      ))}
    </nav>
  )
}

/** While it loads, the last known state on this device counts, so that no place of the bar changes under the thumb. */
function useHasGroups(zoneId: string | undefined): boolean {
  const { userId } = useMe()
  const counts = useGroupCounts()
  const [knownFor, setKnownFor] = useLocalStorage({
    key: 'muster.bar-groups',
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const place = `${userId} ${zoneId}`
  const hasGroups = counts ? counts.mine > 0 : knownFor === place
  useEffect(() => {
    if (counts && hasGroups !== (knownFor === place)) setKnownFor(hasGroups ? place : '')
  }, [counts, hasGroups, knownFor, place, setKnownFor])
  return hasGroups
}

function BarItem({ item }: { item: MenuItem }) {
  const isCurrent = useIsCurrent(item)
  return (
    <Link
      to={item.to}
      className={classes.place}
      activeOptions={{ exact: true }}
      {...(isCurrent && currentLinkProps)}
    >
      <item.icon size="1.25rem" stroke={1.7} aria-hidden />
      <span>{item.label}</span>
      {item.to === paths.alerts && <UnreadBadge />}
      {item.to === paths.myGroups && <GroupsUnreadBadge />}
    </Link>
  )
}
