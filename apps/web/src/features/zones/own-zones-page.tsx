import type { MyZone, Zone } from '@muster/contract/zones.ts'
import { IconMap2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { holdsWords } from '../../lib/session/holds-words.ts'
import { useOwnZones } from '../../lib/session/use-own-zones.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useZoneBeyond } from '../../lib/session/use-zone-beyond.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { ZoneCheck } from '../presence/public.ts'
import { NoActiveZones } from './no-active-zones.tsx'
import { NoOwnZones } from './no-own-zones.tsx'
import type { OwnZonesSearch } from './own-zones-search.ts'
import type { ZoneAct } from './use-zone-dialogs.tsx'
import { ViewZoneButton } from './view-zone-button.tsx'
import { ZoneCard } from './zone-card.tsx'
import { fewZones, ZoneCards } from './zone-cards.tsx'
import { ZoneDetails } from './zone-details.tsx'
import { ZoneNotFound } from './zone-not-found.tsx'

export type OwnZonesAddress = {
  search: OwnZonesSearch
  /** From one zone to the next, and while typing, `replace`: no further step to come back from. */
  onSearch: (changes: OwnZonesSearch, options?: { replace?: boolean }) => void
}

type Props = OwnZonesAddress & {
  title: string
  /** Only these of the available zones; else all. */
  only?: readonly MyZone[] | undefined
  /** The zone that stands before the others. */
  first?: MyZone | undefined
  /** How the check of a card looks: recent comings and goings, the words and size of its button. */
  checkOf: (zone: MyZone) => { recent: number; label?: string; large?: boolean; unknown?: string }
  /** Further buttons of a card, and what else the page does: for managers. */
  actsOf?: (zone: MyZone) => ReactNode
  open?: (act: ZoneAct, zone: Zone) => void
  action?: ReactNode
}

/** The zones of the screen that were searched for, and what is known of all of them. */
function useShownZones({ only, first, q }: Pick<Props, 'only' | 'first'> & { q: string | undefined }) {
  const selected = useSelectedZone()
  const own = useOwnZones(q, { enabled: !only })
  if (only) {
    const zones = only.filter(zone => holdsWords(zone, q))
    return { ...selected, zones, list: undefined, total: only.length }
  }
  const inOrder = (zones: readonly MyZone[]) =>
    first && !q ? [first, ...zones.filter(({ id }) => id !== first.id)] : zones
  const list = own.list && { ...own.list, rows: own.list.rows && [...inOrder(own.list.rows)] }
  return { ...selected, ...own, zones: inOrder(own.zones), list }
}

/** The zone whose details are open: of those shown, else of all that are one's own. */
function useOpenedZone(shown: readonly MyZone[], openId: string | undefined, isAll: boolean) {
  const { find, hasMore, status } = useSelectedZone()
  const atHand = shown.find(({ id }) => id === openId) ?? (isAll && openId ? find(openId) : undefined)
  const beyond = useZoneBeyond(isAll && hasMore && !atHand ? openId : undefined)
  const zone = atHand ?? beyond.zone
  const isSettled = zone === undefined && status === 'loaded' && !beyond.loading
  return {
    zone,
    missing: isSettled && !beyond.failed,
    failed: isSettled && beyond.failed,
    askAgain: beyond.retry,
    asking: beyond.asking,
  }
}

/** Cards of one's own zones, each with one's presence and its check: what Zone Presence and My Zones share. */
export function OwnZonesPage({ title, only, first, search, onSearch, checkOf, ...props }: Props) {
  const { q, zone: openId } = search
  const { zones, list, total, status, staleSince, loadedAt, retry, retrying, zoneId, isZoneBound } =
    useShownZones({ only, first, q })
  const opened = useOpenedZone(zones, openId, only === undefined)
  const isEmpty = status === 'loaded' && total === 0
  const live = { loadedAt, failed: staleSince !== undefined }
  const card = (zone: MyZone) => (
    <ZoneCard
      zone={zone}
      selected={total > 1 && zone.id === zoneId}
      actions={
        <>
          <ViewZoneButton
            zone={zone}
            isOpen={zone.id === openId}
            onOpen={() => onSearch({ zone: zone.id }, { replace: openId !== undefined })}
          />
          {props.actsOf?.(zone)}
        </>
      }
    >
      <ZoneCheck zone={zone} screen="member" {...checkOf(zone)} />
    </ZoneCard>
  )
  return (
    <Page
      title={title}
      count={status === 'loaded' && total > 1 ? total : undefined}
      countLabel="zones"
      action={props.action}
      secondary={
        zones.length > 0 && (
          <PageLink to={paths.zoneMap} icon={IconMap2}>
            Zone Map Viewer
          </PageLink>
        )
      }
      live={live}
      toolbar={
        (total > fewZones || q !== undefined) && (
          <SearchField
            label="Search zones"
            value={q ?? ''}
            onChange={text => onSearch({ q: text || undefined }, { replace: true })}
          />
        )
      }
    >
      {status === 'loading' && <CardGridSkeleton count={2} />}
      {(status === 'failed' || staleSince) && (
        <ErrorState
          title="Failed to load your assigned zones"
          onRetry={retry}
          retrying={retrying}
          staleSince={staleSince}
        />
      )}
      {isEmpty && !isZoneBound && <NoActiveZones />}
      {isEmpty && isZoneBound && <NoOwnZones />}
      {status === 'loaded' && !isEmpty && zones.length === 0 && (
        <FilteredEmpty title="No zones match" onClear={() => onSearch({ q: undefined }, { replace: true })} />
      )}
      <ZoneCards zones={zones} list={list} total={q ? undefined : total}>
        {card}
      </ZoneCards>
      <DetailDrawer
        opened={openId !== undefined && Boolean(opened.zone || opened.missing || opened.failed)}
        onClose={() => onSearch({ zone: undefined }, { replace: true })}
        title={opened.zone?.name ?? 'Zone'}
        of={openId}
      >
        {opened.zone ? (
          <ZoneDetails zone={opened.zone} live={live} screen="member" open={props.open} />
        ) : opened.failed ? (
          <ErrorState
            title="Failed to load zone details"
            onRetry={opened.askAgain}
            retrying={opened.asking}
          />
        ) : (
          <ZoneNotFound />
        )}
      </DetailDrawer>
    </Page>
  )
}
