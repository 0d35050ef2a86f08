import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import classes from './groups.module.css'

type Tab = 'mine' | 'all' | 'news'

const tabs: { tab: Tab; label: string; to: typeof paths.groups | typeof paths.myGroups }[] = [
  { tab: 'mine', label: t`My Groups`, to: paths.myGroups },
  { tab: 'all', label: t`All groups`, to: paths.myGroups },
  { tab: 'news', label: t`Recent`, to: paths.groups },
]

/**
 * The tabs of the groups: the user's conversations, all groups of the zone for people who may see the zone's users, and recent
 * notifications and broadcasts.
 */
export function GroupsTabs({ at }: { at: Tab }) {
  const { may } = useSelectedZone()
  return (
    <nav className={classes.tabs} aria-label={t`Groups`}>
      {tabs
        .filter(({ tab }) => tab !== 'all' || may('view_zone_users'))
        .map(({ tab, label, to }) => (
          <Link
            key={tab}
            to={to}
            search={{ all: tab === 'all' || undefined }}
            // Without this, the router would also mark My Groups as the current page while all groups are shown.
            activeOptions={{ explicitUndefined: true }}
            className={classes.tab}
            data-current={tab === at || undefined}
            aria-current={tab === at ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
    </nav>
  )
}
