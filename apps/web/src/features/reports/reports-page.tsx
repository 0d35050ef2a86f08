import { Tabs } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { isZoneManager } from '@muster/domain/role.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useZoneBeyond } from '../../lib/session/use-zone-beyond.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { PickZone } from '../users/public.ts'
import { ReportPanel } from './report-panel.tsx'
import { type Reach, reachOf } from './report-reach.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import classes from './reports.module.css'
import { type ReportPart, type ReportsAddress, reportParts } from './reports-search.ts'
import type { ReportSlots } from './slots.ts'

type Props = ReportsAddress & { slots?: ReportSlots }

const none: ReportSlots = {}

/** Reports, as far as the reader's role reaches where they work. */
export function ReportsPage({ slots = none, ...address }: Props) {
  const { role, may, zone, status, retry, retrying, isZoneBound } = useSelectedZone()
  // Reports are the manager's of a zone unless they were taken away there.
  const reach = isZoneManager(role) && !may('download_reports') ? undefined : reachOf(role)
  return (
    <div className={classes.paper}>
      <Page title="Reports">{content()}</Page>
    </div>
  )

  function content() {
    // Until the zones are known, so is not the role one has there.
    if (isZoneBound && status === 'loading') return <ReportSkeleton />
    if (isZoneBound && status === 'failed')
      return <ErrorState title="Failed to load zones" onRetry={retry} retrying={retrying} />
    if (reach === undefined) {
      return (
        <NotAllowed
          title="You do not have permission to see reports"
          text="Zone managers read those of their zone, members their own attendance. Ask a zone manager or an administrator for access."
        />
      )
    }
    if (reach === 'mine') return <ReportPanel {...address} {...{ reach, slots }} zone={undefined} />
    if (reach === 'all' || reach === 'months') return <OfChosenZone {...address} {...{ reach, slots }} />
    return zone ? <Parts {...address} {...{ reach, slots, zone }} /> : <PickZone of="reports" />
  }
}

type OfZoneProps = ReportsAddress & { reach: Reach; slots: ReportSlots }

/** All zones, or the one that the address names. */
function OfChosenZone(props: OfZoneProps) {
  const zoneId = props.search.zone
  const { find } = useSelectedZone()
  const atHand = zoneId === undefined ? undefined : find(zoneId)
  const beyond = useZoneBeyond(atHand ? undefined : zoneId)
  if (zoneId === undefined) return <Parts {...props} zone={undefined} />
  const zone = atHand ?? beyond.zone
  if (zone) return <Parts {...props} zone={zone} />
  if (beyond.loading) return <ReportSkeleton />
  if (beyond.failed)
    return <ErrorState title="Failed to load zones" onRetry={beyond.retry} retrying={beyond.asking} />
  return <NotAllowed />
}

const partLabels: Record<ReportPart, string> = {
  report: 'Report',
  hours: 'Expected hours',
  mailing: 'Mailing',
}

/** The report, and beside it what other features say of the same zone. */
function Parts({ zone, ...props }: OfZoneProps & { zone: MyZone | undefined }) {
  const { slots, search, onSearch } = props
  const given = reportParts.filter(part => part === 'report' || (zone && slots[part]))
  const part = given.find(one => one === search.part) ?? 'report'
  const report = <ReportPanel key={zone?.id} {...props} zone={zone} />
  if (given.length === 1) return report
  return (
    <Tabs
      value={part}
      onChange={next =>
        onSearch({ part: given.find(one => one !== 'report' && one === next), row: undefined })
      }
      keepMounted={false}
      classNames={{ panel: classes.part }}
    >
      <Tabs.List aria-label="Parts of Reports" data-no-print>
        {given.map(one => (
          <Tabs.Tab key={one} value={one} mih="var(--m-control)">
            {partLabels[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {given.map(one => (
        <Tabs.Panel key={one} value={one}>
          {one === 'report' ? report : zone && slots[one]?.(zone)}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
