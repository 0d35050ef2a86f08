import { plural, t } from '@lingui/core/macro'
import type { MyZone, Zone } from '@muster/contract/zones.ts'
import { IconMap2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { readDetails, readFilters, type SearchProps } from '../../lib/search-props.ts'
import { matchesWords } from '../../lib/session/matches-words.ts'
import { toListedZones, useOwnZones } from '../../lib/session/use-own-zones.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useUnlistedZone } from '../../lib/session/use-unlisted-zone.ts'
import { putFirst, zoneSearchThreshold } from '../../lib/session/use-zone-choice.ts'
import type { ListState } from '../../lib/use-pages.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { ZoneCheck } from '../presence/public.ts'
import { ZoneDrawer } from './detail/zone-drawer.tsx'
import { NoActiveZones } from './no-active-zones.tsx'
import { NoOwnZones } from './no-own-zones.tsx'
import type { OwnZonesSearch } from './own-zones-search.ts'
import { StarButton } from './star-button.tsx'
import type { ZoneAction } from './use-zone-dialogs.tsx'
import { ViewZoneButton } from './view-zone-button.tsx'
import { ZoneCard, zoneCardListProps } from './zone-card.tsx'

export type OwnZonesSearchProps = SearchProps<OwnZonesSearch>

type Props = OwnZonesSearchProps & {
  title: string
  /** Limits the page to these zones; defaults to all available ones. */
  only?: readonly MyZone[] | undefined
  first?: MyZone | undefined
  /** Props for the check on a zone's card: the number of recent events, the texts, and the size of the button. */
  checkProps: (zone: MyZone) => { recent: number; label?: string; large?: boolean; unknown?: string }
  /** Renders additional buttons on a zone's card, for managers. */
  renderActs?: (zone: MyZone) => ReactNode
  open?: (act: ZoneAction, zone: Zone) => void
  action?: ReactNode
}

/** `total` ignores the search. Unless `only` or a search limits the list, `first` and the starred zones come first. */
function useShownZones({ only, first, q }: Pick<Props, 'only' | 'first'> & { q: string | undefined }): {
  list: ListState<MyZone>
  total: number
} {
  const zoneSelection = useSelectedZone()
  const ownZones = useOwnZones(q, { enabled: !only })
  if (only) {
    const matches = only.filter(zone => matchesWords(zone, q))
    return { list: toListedZones(zoneSelection, matches), total: only.length }
  }
  const firstZones = [...(first ? [first] : []), ...zoneSelection.availableZones.filter(zone => zone.starred)]
  const rows = q ? ownZones.rows : ownZones.rows && putFirst(ownZones.rows, firstZones)
  return { list: { ...ownZones, rows }, total: zoneSelection.total }
}

/** Returns the zone whose details are open, from the zones shown or, if `isAll`, from all of the person's zones. */
function useOpenedZone(shownZones: readonly MyZone[], openId: string | undefined, isAll: boolean) {
  const { find, hasMore, status } = useSelectedZone()
  const loadedZone =
    shownZones.find(({ id }) => id === openId) ?? (isAll && openId ? find(openId) : undefined)
  const unlistedZone = useUnlistedZone(isAll && hasMore && !loadedZone ? openId : undefined)
  const zone = loadedZone ?? unlistedZone.zone
  const isSettled = zone === undefined && status === 'loaded' && !unlistedZone.loading
  return {
    zone,
    missing: isSettled && !unlistedZone.failed,
    failed: isSettled && unlistedZone.failed,
    refetch: unlistedZone.retry,
    error: unlistedZone.error,
    asking: unlistedZone.asking,
  }
}

/** Shared by Zone Presence and My Zones. */
export function OwnZonesPage({ title, only, first, search, onSearch, checkProps, ...props }: Props) {
  const address = { search, onSearch }
  const { list, total } = useShownZones({ only, first, q: search.q })
  const { zoneId, isZoneBound } = useSelectedZone()
  const details = readDetails(address, 'zone')
  const { rows: zones = [] } = list
  const openedZone = useOpenedZone(zones, details.openId, only === undefined)
  const count = search.q ? zones.length : total
  const isCounted = list.rows !== undefined && total > 1 && (list.complete || !search.q)
  const renderCard = (zone: MyZone) => (
    <ZoneCard
      zone={zone}
      selected={total > 1 && zone.id === zoneId}
      star={total >= zoneSearchThreshold && <StarButton zone={zone} />}
      actions={
        <>
          <ViewZoneButton zone={zone} {...details.row(zone.id)} />
          {props.renderActs?.(zone)}
        </>
      }
    >
      <ZoneCheck zone={zone} screen="member" {...checkProps(zone)} />
    </ZoneCard>
  )
  return (
    <Page
      title={title}
      count={isCounted ? count : undefined}
      countLabel={plural(count, { one: 'zone', other: 'zones' })}
      action={props.action}
      secondary={
        zones.length > 0 && (
          <PageLink to={paths.zoneMap} icon={IconMap2}>
            {t`Zone Map Viewer`}
          </PageLink>
        )
      }
      toolbar={
        (total >= zoneSearchThreshold || search.q !== undefined) && (
          <ListSearch label={t`Search zones`} {...address} />
        )
      }
    >
      <List
        list={list}
        failure={t`Failed to load your assigned zones`}
        skeleton={<CardGridSkeleton count={2} />}
        empty={isZoneBound ? <NoOwnZones /> : <NoActiveZones />}
        filters={total === 0 ? undefined : readFilters(address, 'q')}
        emptyTexts={[t`No zones match`]}
        total={search.q ? undefined : total}
        {...zoneCardListProps}
      >
        {renderCard}
      </List>
      <ZoneDrawer drawer={details.drawer} opened={openedZone} screen="member" open={props.open} />
    </Page>
  )
}
