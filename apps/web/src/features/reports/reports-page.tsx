import { t } from '@lingui/core/macro'
import { Tabs } from '@mantine/core'
import { zoneTopic } from '@muster/contract/topic.ts'
import type { MyZone } from '@muster/contract/zones.ts'
import { isZoneManager } from '@muster/domain/role.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { useEffect, useRef } from 'react'
import { pickSelectedZone, requiresPin, rightsInZone } from '../../lib/session/selected-zone.ts'
import { useNamedZone } from '../../lib/session/use-named-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PickZone } from '../../ui/pick-zone.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { EnterZoneFirst } from '../auth/public.ts'
import { ReportPanel } from './report-panel.tsx'
import { type Reach, reportReach } from './report-reach.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import classes from './reports.module.css'
import { clearedRowSearch, type ReportPart, type ReportsSearchProps, reportParts } from './reports-search.ts'
import type { ReportSlots } from './slots.ts'

type Props = ReportsSearchProps & { slots?: ReportSlots }

const noSlots: ReportSlots = {}

/** The Reports page, limited to the reports that the reader's role in the selected zone may read. */
export function ReportsPage({ slots = noSlots, ...address }: Props) {
  const { role, zone, status, error, retry, retrying, isZoneBound } = useSelectedZone()
  const reach = reportReach(role)
  // Roles that do not choose a zone on this page switch to the zone in the URL, where their rights may differ.
  const choosesZoneHere = reach === 'all' || reach === 'months'
  const addressZone = useZoneOfAddress(address, !choosesZoneHere && status === 'loaded')
  return (
    <div className={classes.paper}>
      <Page title={t`Reports`}>{renderContent()}</Page>
    </div>
  )

  function renderContent() {
    // The role depends on the zone, so it is unknown until the zones have loaded.
    if (isZoneBound && status === 'loading') return <ReportSkeleton />
    if (isZoneBound && status === 'failed')
      return <ErrorState title={t`Failed to load zones`} error={error} onRetry={retry} retrying={retrying} />
    if (!choosesZoneHere && address.search.zone && address.search.zone !== zone?.id)
      return <NamedZoneReport {...addressZone} />
    if (reach === undefined) {
      return (
        <NotAllowed
          title={t`You don’t have permission to see reports`}
          text={t`Zone managers see their zone’s reports, and members see their own attendance. Ask a zone manager or an administrator for access.`}
        />
      )
    }
    if (reach === 'mine') return <ReportPanel {...address} {...{ reach, slots }} zone={undefined} />
    if (choosesZoneHere) return <ChosenZoneReport {...address} {...{ reach, slots }} />
    return zone ? <ReportSections {...address} {...{ reach, slots, zone }} /> : <PickZone of="reports" />
  }
}

type ZoneReportProps = ReportsSearchProps & { reach: Reach; slots: ReportSlots }

function ChosenZoneReport(props: ZoneReportProps) {
  const zoneId = props.search.zone
  const namedZone = useNamedZone(zoneId)
  if (zoneId === undefined || namedZone.zone) return <ReportSections {...props} zone={namedZone.zone} />
  return <NamedZoneReport {...namedZone} />
}

/** Shown instead of a report until the zone in the URL is available: asks for its PIN, or says why there is no report. */
function NamedZoneReport({ zone, loading, failed, error, retry, asking }: ReturnType<typeof useNamedZone>) {
  const { profile } = useMe()
  const { select } = useSelectedZone()
  const zoneName = zone?.name ?? ''
  if (zone && requiresPin(profile.role, zone))
    return (
      <EnterZoneFirst
        zone={zone}
        text={t`Enter your PIN to see reports for ${zoneName}.`}
        onEntered={expiresAt => select(zone.id, expiresAt)}
      />
    )
  if (zone?.invited) return <PickZone of="reports" />
  if (zone || loading) return <ReportSkeleton />
  if (failed)
    return <ErrorState title={t`Failed to load zones`} error={error} onRetry={retry} retrying={asking} />
  return <NotAllowed />
}

const sectionLabels: Record<ReportPart, string> = {
  report: t`Report`,
  hours: t`Expected hours`,
  mailing: t`Email delivery`,
}

/** Shows the report, with tabs for the parts that other features add for the same zone. */
function ReportSections({ zone, ...props }: ZoneReportProps & { zone: MyZone | undefined }) {
  const { slots, search, onSearch } = props
  const { profile } = useMe()
  useFeedTopic(zone && zoneTopic(zone.id))
  const contents = {
    report: renderReport(),
    hours: zone && slots.hours?.(zone),
    mailing: zone && slots.mailing?.(zone),
  }
  const availableParts = reportParts.filter(part => contents[part])
  const selectedPart = availableParts.find(candidate => candidate === search.part) ?? 'report'
  const isOnlyPart = availableParts.length === 1
  // The element structure is the same with and without tabs, so that the focus stays when a zone is selected.
  return (
    <Tabs
      value={selectedPart}
      onChange={next =>
        onSearch({
          part: availableParts.find(candidate => candidate !== 'report' && candidate === next),
          row: undefined,
        })
      }
      keepMounted={false}
      classNames={{ panel: classes.part }}
    >
      {!isOnlyPart && (
        <Tabs.List aria-label={t`Report sections`} data-no-print>
          {availableParts.map(reportPart => (
            <Tabs.Tab key={reportPart} value={reportPart} mih="var(--m-control)">
              {sectionLabels[reportPart]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      )}
      {availableParts.map(reportPart => (
        <Tabs.Panel
          key={reportPart}
          value={reportPart}
          {...(isOnlyPart && { role: undefined, 'aria-labelledby': undefined })}
        >
          {contents[reportPart]}
        </Tabs.Panel>
      ))}
    </Tabs>
  )

  function renderReport() {
    const rights = rightsInZone(profile.role, zone)
    // Managers may read a zone's reports unless the permission was revoked there; the content above the report remains.
    if (!zone || !isZoneManager(rights.role) || mayInZone(rights, 'download_reports'))
      return <ReportPanel {...props} zone={zone} />
    const zoneName = zone.name
    return (
      <>
        {slots.above?.(zone)}
        <NotAllowed
          title={t`You can’t see reports for ${zoneName}`}
          text={t`Your permission to see the reports of this zone was revoked. Ask an administrator for access.`}
        />
      </>
    )
  }
}

/** Then removes the zone from the URL. Another selected zone clears the filters and the row, which belong to the previous one. */
function useZoneOfAddress({ search, onSearch }: ReportsSearchProps, isActive: boolean) {
  const { zoneId, select } = useSelectedZone()
  const requestedId = isActive ? search.zone : undefined
  const linkedZone = useNamedZone(requestedId === zoneId ? undefined : requestedId)
  const { profile } = useMe()
  const linkedId = pickSelectedZone(
    profile.role,
    linkedZone.zone ? [linkedZone.zone] : [],
    linkedZone.zone?.id ?? null,
  )?.id
  const lastLinkedId = useRef<string>(undefined)
  const latestRef = useRef({ select, onSearch })
  latestRef.current = { select, onSearch }
  useEffect(() => {
    if (linkedId) latestRef.current.select(linkedId)
  }, [linkedId])
  useEffect(() => {
    if (!isActive || zoneId === undefined) return
    const previousId = lastLinkedId.current
    lastLinkedId.current = zoneId
    if (requestedId === zoneId) latestRef.current.onSearch({ zone: undefined }, { replace: true })
    else if (requestedId === undefined && previousId !== undefined && previousId !== zoneId)
      latestRef.current.onSearch(
        { ...clearedRowSearch, group: undefined, person: undefined },
        { replace: true },
      )
  }, [isActive, zoneId, requestedId])
  return linkedZone
}
