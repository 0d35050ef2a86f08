import { plural, t } from '@lingui/core/macro'
import { SegmentedControl } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { FileMenu } from '../../ui/layout/file-menu.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PickZone, ZoneSelect } from '../../ui/pick-zone.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { AddBadgeKeyDialog } from './add-badge-key-dialog.tsx'
import { AssignBadgeDialog } from './assign-badge-dialog.tsx'
import { BadgeKeys } from './badge-keys.tsx'
import { BadgeList } from './badge-list.tsx'
import { BadgeVisits } from './badge-visits.tsx'
import { type BadgesProps, type BadgeTab, badgeTabs } from './badges-search.ts'
import { ImportBadgesDialog } from './import-badges-dialog.tsx'
import { useBadges } from './use-badges.ts'

const tabNames: Readonly<Record<BadgeTab, string>> = {
  badges: t`Badges`,
  visits: t`Visits`,
  readers: t`Badge readers`,
}

export function BadgesPage(props: BadgesProps) {
  const { zone, may, isZoneBound, select } = useSelectedZone()
  if (!zone || !may('edit_zones'))
    return (
      <Page title={t`Badges`}>
        {zone || (isZoneBound && !may('edit_zones')) ? (
          <NotAllowed />
        ) : (
          <PickZone of="badges" onPick={isZoneBound ? undefined : select} />
        )}
      </Page>
    )
  return (
    <ZoneBadges
      key={zone.id}
      {...props}
      zone={zone}
      zoneSelect={isZoneBound ? undefined : <ZoneSelect zone={zone} onPick={({ id }) => select(id)} />}
    />
  )
}

type Props = BadgesProps & { zone: { id: string; name: string }; zoneSelect: React.ReactNode }

function ZoneBadges({ zone, zoneSelect, ...address }: Props) {
  const { search, onSearch } = address
  useFeedTopic(zoneTopic(zone.id))
  const tab = search.tab ?? 'badges'
  const dialogs = useDialogs<'assign' | 'import' | 'key'>()
  const badges = useBadges(zone.id, search)
  const { total } = badges
  return (
    <Page
      title={t`Badges`}
      count={total}
      countLabel={t`${plural({ total: total ?? 0 }, { one: 'badge', other: 'badges' })}`}
      subtitle={zone.name}
      secondary={
        <>
          {zoneSelect}
          {tab === 'badges' && (
            <FileMenu
              preparing={false}
              into={{ label: t`Import badges`, onClick: () => dialogs.open('import') }}
              downloads={[]}
            />
          )}
        </>
      }
      action={
        tab === 'readers' ? (
          <Button icon={IconKey} iconSize="1.25rem" onClick={() => dialogs.open('key')}>
            {t`Add reader`}
          </Button>
        ) : (
          tab === 'badges' && (
            <Button icon={IconPlus} iconSize="1.25rem" onClick={() => dialogs.open('assign')}>
              {t`Assign badge`}
            </Button>
          )
        )
      }
      toolbar={
        <>
          <SegmentedControl
            aria-label={t`Show`}
            value={tab}
            onChange={value => {
              const chosen = badgeTabs.find(it => it === value)
              onSearch({ tab: chosen === 'badges' ? undefined : chosen }, { replace: true })
            }}
            data={badgeTabs.map(value => ({ value, label: tabNames[value] }))}
          />
          {tab === 'badges' && <ListSearch label={t`Search by number, name or company`} {...address} />}
        </>
      }
    >
      {tab === 'badges' && (
        <BadgeList zone={zone} badges={badges} onAdd={() => dialogs.open('assign')} {...address} />
      )}
      {tab === 'visits' && <BadgeVisits zoneId={zone.id} />}
      {tab === 'readers' && <BadgeKeys zoneId={zone.id} />}
      <AssignBadgeDialog zoneId={zone.id} {...dialogs.props('assign')} badge={undefined} />
      <ImportBadgesDialog zoneId={zone.id} {...dialogs.props('import')} />
      <AddBadgeKeyDialog zoneId={zone.id} {...dialogs.props('key')} />
    </Page>
  )
}
