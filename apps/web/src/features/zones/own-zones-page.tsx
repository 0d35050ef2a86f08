import type { MyZone, Zone } from '@muster/contract/zones.ts'
import type { ReactNode } from 'react'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { ZoneCheck } from '../presence/public.ts'
import { NoActiveZones } from './no-active-zones.tsx'
import { NoOwnZones } from './no-own-zones.tsx'
import type { ZoneAct } from './use-zone-dialogs.tsx'
import { ViewZoneButton } from './view-zone-button.tsx'
import { ZoneCard, zoneCardEstimate } from './zone-card.tsx'
import { ZoneDetails } from './zone-details.tsx'
import { ZoneNotFound } from './zone-not-found.tsx'

export type OpenZone = {
  /** The zone whose details are open. */
  openId: string | undefined
  /** From one to the next, `replace`: no further step to come back from. */
  onOpen: (zoneId: string | undefined, options?: { replace?: boolean }) => void
}

type Props = OpenZone & {
  title: string
  /** Which of the available zones this screen shows. */
  zones: readonly MyZone[]
  /** How the check of a card looks: recent comings and goings, the words and size of its button. */
  checkOf: (zone: MyZone) => { recent: number; label?: string; large?: boolean; unknown?: string }
  /** Further buttons of a card, and what else the page does: for managers. */
  actsOf?: (zone: MyZone) => ReactNode
  open?: (act: ZoneAct, zone: Zone) => void
  action?: ReactNode
}

/** Cards of one's own zones, each with one's presence and its check: what Zone Presence and My Zones share. */
export function OwnZonesPage({ title, zones, openId, onOpen, checkOf, ...props }: Props) {
  const { status, staleSince, loadedAt, retry, retrying, zoneId, isZoneBound } = useSelectedZone()
  const opened = zones.find(({ id }) => id === openId)
  const live = { loadedAt, failed: staleSince !== undefined }
  return (
    <Page
      title={title}
      count={status === 'loaded' && zones.length > 1 ? zones.length : undefined}
      countLabel="zones"
      action={props.action}
      live={live}
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
      {status === 'loaded' && zones.length === 0 && !isZoneBound && <NoActiveZones />}
      {status === 'loaded' && zones.length === 0 && isZoneBound && <NoOwnZones />}
      {zones.length > 0 && (
        <VirtualGrid items={zones} keyOf={zone => zone.id} estimate={zoneCardEstimate}>
          {zone => (
            <ZoneCard
              zone={zone}
              selected={zones.length > 1 && zone.id === zoneId}
              actions={
                <>
                  <ViewZoneButton
                    zone={zone}
                    isOpen={zone.id === openId}
                    onOpen={() => onOpen(zone.id, { replace: openId !== undefined })}
                  />
                  {props.actsOf?.(zone)}
                </>
              }
            >
              <ZoneCheck zone={zone} screen="member" {...checkOf(zone)} />
            </ZoneCard>
          )}
        </VirtualGrid>
      )}
      <DetailDrawer
        opened={openId !== undefined && (opened !== undefined || status === 'loaded')}
        onClose={() => onOpen(undefined, { replace: true })}
        title={opened?.name ?? 'Zone'}
        of={openId}
      >
        {opened ? (
          <ZoneDetails zone={opened} live={live} screen="member" open={props.open} />
        ) : (
          <ZoneNotFound />
        )}
      </DetailDrawer>
    </Page>
  )
}
