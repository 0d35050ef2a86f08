import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { type Icon, IconMessages, IconNews, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'

type Tab = 'news' | 'mine' | 'all'
type Props = { at: Tab }

const tabs: { tab: Tab; label: string; icon: Icon; to: typeof paths.groups | typeof paths.myGroups }[] = [
  { tab: 'news', label: t`Group news`, icon: IconNews, to: paths.groups },
  { tab: 'mine', label: t`My Groups`, icon: IconMessages, to: paths.myGroups },
  { tab: 'all', label: t`All groups`, icon: IconUsersGroup, to: paths.myGroups },
]

/** Links to the other tabs: group news, the user's groups and, for people who may see the zone's users, all groups of the zone. */
export function GroupsTabs({ at }: Props) {
  const { may } = useSelectedZone()
  const otherTabs = tabs.filter(({ tab }) => tab !== at && (tab !== 'all' || may('view_zone_users')))
  return otherTabs.map(({ tab, label, icon: TabIcon, to }) => (
    <Button
      key={tab}
      variant="default"
      leftSection={<TabIcon size="1.125rem" aria-hidden />}
      renderRoot={props => <Link {...props} to={to} search={tab === 'all' ? { all: true } : {}} />}
    >
      {label}
    </Button>
  ))
}
