import { t } from '@lingui/core/macro'
import { zoneTopic } from '@muster/contract/topic.ts'
import { IconAlertTriangle, IconMap, IconMapOff } from '@tabler/icons-react'
import { useRef } from 'react'
import { orpc } from '../../lib/api.ts'
import { readDetails, readFilters } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { usePages } from '../../lib/use-pages.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useIsWide } from '../../ui/layout/use-is-wide.ts'
import { PickZone, ZoneSelect } from '../../ui/pick-zone.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { InZoneOfAddress } from '../users/public.ts'
import { HazardDrawer } from './hazard-drawer.tsx'
import { HazardFilters } from './hazard-filters.tsx'
import { HazardList } from './hazard-list.tsx'
import { HazardMap } from './hazard-map.tsx'
import { pageTitle } from './hazard-words.ts'
import classes from './hazards.module.css'
import type { HazardsProps } from './hazards-search.ts'
import { ReportHazardDialog } from './report-hazard-dialog.tsx'
import { useWaitingReports, WaitingReports } from './waiting-reports.tsx'
import { ZonePoster } from './zone-poster.tsx'

/** Width in pixels from which list and map are shown side by side. */
const minTwoColumnPx = 860

export function HazardsPage(address: HazardsProps) {
  const { search, onSearch } = address
  const { role, isZoneBound } = useSelectedZone()
  if (!search.report && !isZoneBound) return <Notifications {...address} />
  return (
    <InZoneOfAddress
      {...address}
      title={pageTitle(role)}
      purpose={search.report ? 'report' : 'hazards'}
      noAccessNote={search.report && t`Your report wasn’t sent. Tell someone on site.`}
      onStay={() => onSearch({ zone: undefined, report: undefined, hazard: undefined }, { replace: true })}
    >
      <Notifications {...address} />
    </InZoneOfAddress>
  )
}

function Notifications(address: HazardsProps) {
  const { search, onSearch } = address
  const { zone, role, may, isZoneBound, select, unselect } = useSelectedZone()
  const title = pageTitle(role)
  const list = useHazards(address)
  const details = readDetails(address, 'hazard')
  const columnsRef = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(columnsRef, minTwoColumnPx)
  useFeedTopic(zone && zoneTopic(zone.id))
  const queuedReports = useWaitingReports(zone?.id, list.rows)

  if (!may('view_own_hazards'))
    return (
      <Page title={title}>
        <NotAllowed />
      </Page>
    )
  if (!zone && isZoneBound)
    return (
      <Page title={title}>
        <PickZone of="notifications" />
      </Page>
    )
  const row = list.rows?.find(({ id }) => id === details.openId)
  const mayReport = may('report_hazards')
  const reportButton = mayReport && (
    <Button icon={IconAlertTriangle} onClick={() => onSearch({ report: true })}>
      {t`Report Notify`}
    </Button>
  )
  const filters = readFilters(address, 'q', 'severity', 'status', 'overdue', 'assigned')
  // Queued reports have no status and are unknown to the server's search, so filters hide them.
  const unsentReports = filters.isSet ? [] : queuedReports
  const isEmpty = list.rows?.length === 0 && !filters.isSet && unsentReports.length === 0
  const mapPanel = search.map && zone && (
    <div className={classes.map} id="hazard-map">
      <HazardMap
        zone={zone}
        chosen={details.openId}
        onChoose={id => (id ? details.row(id).onOpen() : undefined)}
      />
    </div>
  )
  return (
    <Page
      title={title}
      subtitle={zone ? zone.name : t`All zones`}
      action={!isEmpty && reportButton}
      secondary={
        <>
          {!isZoneBound && <ZoneSelect zone={zone} onPick={({ id }) => select(id)} onPickAll={unselect} />}
          {zone && mayReport && <ZonePoster zone={zone} />}
          {zone && (
            <Button
              variant="default"
              leftSection={
                search.map ? (
                  <IconMapOff size="1.125rem" aria-hidden />
                ) : (
                  <IconMap size="1.125rem" aria-hidden />
                )
              }
              aria-expanded={search.map === true}
              onClick={() => onSearch({ map: search.map ? undefined : true }, { replace: true })}
            >
              {search.map ? t`Hide map` : t`Show map`}
            </Button>
          )}
        </>
      }
      toolbar={<HazardFilters {...address} />}
    >
      {search.report && !mayReport && (
        <ProblemAlert title={t`You can’t report here`}>
          {zone
            ? t`You can view hazards in ${{ zone: zone.name }} but can’t report them. Ask a zone manager to report this one.`
            : t`You can view hazards but can’t report them. Ask a zone manager to report this one.`}
        </ProblemAlert>
      )}
      <div ref={columnsRef} className={classes.columns} data-both={(mapPanel && isWide) || undefined}>
        {!isWide && mapPanel}
        <div>
          <WaitingReports reports={unsentReports} showZone={!zone} />
          <HazardList
            list={list}
            showZone={!zone}
            openRow={details.row}
            skeleton={<CardGridSkeleton />}
            empty={
              isEmpty && (
                <EmptyState
                  icon={IconAlertTriangle}
                  title={t`No notifications found`}
                  text={t`Report a problem in this zone. Its managers will be notified.`}
                >
                  {reportButton}
                </EmptyState>
              )
            }
            filters={filters}
            emptyTexts={[
              t`No hazards match`,
              search.assigned === 'me'
                ? t`This list shows only hazards assigned to you. Try different words or filters.`
                : t`Try different words or filters.`,
            ]}
          />
        </div>
        {isWide && mapPanel}
      </div>
      <HazardDrawer drawer={details.drawer} zoneId={row?.zoneId ?? search.zone ?? zone?.id} row={row} />
      <ReportHazardDialog
        opened={search.report === true && mayReport}
        onClose={() => onSearch({ report: undefined }, { replace: true })}
      />
    </Page>
  )
}

function useHazards({ search: { q, severity, status, overdue, assigned, newest } }: HazardsProps) {
  const { zone, isZoneBound, may } = useSelectedZone()
  const filter = {
    ...(q && { search: q }),
    ...(severity && { severity }),
    ...(status && { status }),
    ...(overdue && { overdue }),
    ...(assigned && { assigned }),
    ...(may('manage_hazards') && !newest && { mineFirst: true as const }),
  }
  return usePages(
    orpc.hazards.list,
    { zoneId: zone?.id, ...filter },
    { enabled: zone !== undefined || !isZoneBound },
  )
}
