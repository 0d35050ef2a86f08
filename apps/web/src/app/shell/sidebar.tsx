import { t } from '@lingui/core/macro'
import { Flex, Stack, Text, Tooltip } from '@mantine/core'
import { IconChevronDown, IconDots, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useState } from 'react'
import { UnreadBadge } from '../../features/alerts/public.ts'
import { OpenEmergenciesBadge } from '../../features/emergencies/public.ts'
import { GroupsUnreadBadge } from '../../features/groups/public.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { displayName, toSpokenRole, useMe } from '../../lib/session/use-session.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { initials } from '../../ui/people/initials.ts'
import { Name } from '../../ui/people/name.tsx'
import { EmergencyLogout } from './emergency-logout.tsx'
import { getMenu, type MenuItem, settings } from './menu.ts'
import { currentLinkProps, useIsCurrent } from './menu-active.ts'
import classes from './shell.module.css'
import { useOwnPlaces } from './use-own-places.ts'
import { ZonePicker } from './zone-picker.tsx'

type Props = {
  collapsed: boolean
  /** Called after navigation; closes the overlay. */
  onDone: () => void
}

export function Sidebar({ collapsed, onDone }: Props) {
  const { profile } = useMe()
  const { role, availableZones, isZoneBound } = useSelectedZone()
  const ownPlaces = useOwnPlaces()
  const signOut = useSignOut()
  const name = displayName(profile)
  const { entries, more } = getMenu(role, availableZones.length > 0, ownPlaces)
  const handleSignOut = () => {
    onDone()
    void signOut()
  }

  return (
    <nav className={classes.nav} aria-label={t`Main`} data-collapsed={collapsed || undefined}>
      <div className={classes.user}>
        <span className={classes.initial} aria-hidden="true">
          {initials(profile.firstName || name).slice(0, 1)}
        </span>
        {!collapsed && (
          <Flex component="span" direction="column" lh={1.35} miw={0}>
            <Name className={classes.name}>{name}</Name>
            <Text span size="xs" c="dimmed">
              {toSpokenRole(role)}
            </Text>
          </Flex>
        )}
      </div>
      {isZoneBound && availableZones.length > 0 && !collapsed && (
        <div className={classes.zoneBlock}>
          <Text component="div" size="xs" fw={600} c="dimmed" m="0 4px 4px">
            {t`Selected Zone`}
          </Text>
          <ZonePicker onDone={onDone} />
        </div>
      )}
      <Flex component="ul" direction="column" gap={2}>
        <NavItems items={entries} collapsed={collapsed} onDone={onDone} />
        {more.length > 0 && <More items={more} collapsed={collapsed} onDone={onDone} />}
      </Flex>
      <Stack gap={2} mt="auto" pt="sm" style={{ borderTop: '1px solid var(--m-line)' }}>
        <EmergencyLogout onSignOut={handleSignOut} collapsed={collapsed} />
        <NavItem item={settings} collapsed={collapsed} onDone={onDone} />
        <Hint label={t`Sign Out`} show={collapsed}>
          <button type="button" className={classes.item} onClick={handleSignOut} aria-label={t`Sign Out`}>
            <IconLogout size="1.25rem" stroke={1.7} aria-hidden />
            {!collapsed && <span>{t`Sign Out`}</span>}
          </button>
        </Hint>
      </Stack>
    </nav>
  )
}

type NavItemsProps = Props & { items: readonly MenuItem[] }

const NavItems = ({ items, ...props }: NavItemsProps) =>
  items.map(item => (
    <li key={item.to}>
      <NavItem item={item} {...props} />
    </li>
  ))

/** The entries that do not fit into the menu; open while one of them is the current page, unless the person closes it. */
function More({ items, collapsed, onDone }: NavItemsProps) {
  const isCurrent = useIsCurrent(...items)
  const [isOpen = isCurrent, setIsOpen] = useState<boolean>()
  return (
    <li>
      <Hint label={t`More`} show={collapsed}>
        <button
          type="button"
          className={classes.item}
          aria-expanded={isOpen}
          aria-label={t`More`}
          data-active={(isCurrent && !isOpen) || undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconDots size="1.25rem" stroke={1.7} aria-hidden />
          {!collapsed && (
            <>
              <span>{t`More`}</span>
              <IconChevronDown size="1rem" className={classes.chevron} aria-hidden />
            </>
          )}
        </button>
      </Hint>
      {isOpen && (
        <ul className={classes.more}>
          <NavItems items={items} collapsed={collapsed} onDone={onDone} />
        </ul>
      )}
    </li>
  )
}

type NavItemProps = { item: MenuItem; collapsed: boolean; onDone: () => void }

/** Renders again only if it changes itself, because the sidebar renders whenever a zone or the profile is refetched. */
const NavItem = memo(({ item, collapsed, onDone }: NavItemProps) => {
  const isCurrent = useIsCurrent(item)
  return (
    <Hint label={item.label} show={collapsed}>
      <Link
        to={item.to}
        className={classes.item}
        activeOptions={{ exact: true }}
        {...(isCurrent && currentLinkProps)}
        aria-label={collapsed ? item.label : undefined}
        onClick={onDone}
      >
        <item.icon size="1.25rem" stroke={1.7} aria-hidden />
        {!collapsed && <span>{item.label}</span>}
        {item.to === paths.alerts && <UnreadBadge dot={collapsed} />}
        {item.to === paths.emergencies && <OpenEmergenciesBadge dot={collapsed} />}
        {item.to === paths.myGroups && <GroupsUnreadBadge dot={collapsed} />}
      </Link>
    </Hint>
  )
})

function Hint({ label, show, children }: { label: string; show: boolean; children: ReactNode }) {
  return (
    <Tooltip label={label} position="right" disabled={!show}>
      {children}
    </Tooltip>
  )
}
