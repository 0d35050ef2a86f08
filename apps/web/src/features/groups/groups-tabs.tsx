import { t } from '@lingui/core/macro'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { PageTabs } from '../../ui/layout/page-tabs.tsx'

const tabs = [
  { label: t`My Groups`, to: paths.myGroups, search: { all: undefined } },
  { label: t`All groups`, to: paths.myGroups, search: { all: true } },
]

/** The user's conversations and all groups of the zone, for people who may see the zone's users. */
export function GroupsTabs() {
  const { may } = useSelectedZone()
  return may('view_zone_users') && <PageTabs label={t`Groups`} tabs={tabs} />
}
