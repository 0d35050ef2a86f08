import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { InsidePerson, LivePosition } from '@muster/contract/presence.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { IconArrowLeft, IconDownload, IconId, IconPrinter, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { orpc } from '../../lib/api.ts'
import { isNotFound, toNextPageError } from '../../lib/error-text.ts'
import { formatAbsolute } from '../../lib/format-time.ts'
import { paths } from '../../lib/paths.ts'
import { readDetails } from '../../lib/search-props.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { usePageRequest } from '../../lib/use-page-request.ts'
import { Button } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { PickZone } from '../../ui/pick-zone.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { NotifyMeButton } from '../notices/public.ts'
import { useRollPdf } from '../reports/public.ts'
import { CallButton, MemberDrawer, ZoneDayButton } from '../users/public.ts'
import { VisitorsInside } from '../visitors/public.ts'
import { ExportDialog } from './exports/export-dialog.tsx'
import { InsideEverywhere } from './inside-everywhere.tsx'
import { InsidePeople } from './inside-people.tsx'
import { exportRequest, printRequest } from './inside-requests.ts'
import type { InsideProps } from './inside-search.ts'
import { MapBeside } from './map-beside.tsx'
import { PanelStates } from './panel-states.tsx'
import classes from './presence-panel.module.css'
import { useZoneRights } from './use-zone-rights.ts'

const isInside = ({ inside }: LivePosition) => inside

/** The Inside Now page for the selected zone. Internal admins see all zones first, and open one of them. */
export function InsideNowPage(address: InsideProps) {
  const { search } = address
  const { zone, isZoneBound } = useSelectedZone()
  if (!isZoneBound)
    return search.zone ? (
      <AdminZonePage zoneId={search.zone} {...address} />
    ) : (
      <InsideEverywhere {...address} />
    )
  if (!zone) {
    return (
      <Page title={t`Inside now`}>
        <PickZone />
      </Page>
    )
  }
  return <InsideZonePage zone={zone} {...address} />
}

function AdminZonePage({ zoneId, ...props }: InsideProps & { zoneId: string }) {
  const zone = useQuery(orpc.zones.get.queryOptions({ input: { zoneId } }))
  if (zone.data) return <InsideZonePage key={zoneId} zone={zone.data} {...props} ofAll />
  return (
    <Page title={t`Inside now`} secondary={allZonesLink}>
      {zone.isPending && <ListSkeleton count={3} />}
      {zone.isError &&
        (isNotFound(zone.error) ? (
          <NotAllowed />
        ) : (
          <ErrorState
            title={t`Failed to load zone details`}
            text={toNextPageError(zone.error)}
            query={zone}
          />
        ))}
    </Page>
  )
}

const allZonesLink = (
  <PageLink to={paths.insideNow} icon={IconArrowLeft}>
    {t`All zones`}
  </PageLink>
)

type ZoneProps = InsideProps & { zone: Zone; ofAll?: boolean }

/** The people of a zone: inside, not seen recently and recently left. Offers search, calls, printing, export and a map. */
function InsideZonePage({ zone, ofAll = false, ...address }: ZoneProps) {
  const { select } = useSelectedZone()
  const { rights, watches } = useZoneRights()(zone.id)
  // Without a connection, the people on the screen are printed.
  const pdf = useRollPdf({ kind: 'inside', zoneId: zone.id }, () => window.print())
  usePageRequest(printRequest, watches, pdf.print)
  const details = readDetails(address, 'user')
  // Stable callbacks, because hundreds of rows must not re-render on each keystroke or selection.
  const latestDetails = useRef(details)
  useEffect(() => {
    latestDetails.current = details
  })
  const openPerson = useCallback((userId: string) => latestDetails.current.row(userId).onOpen(), [])
  const zoneId = zone.id
  const renderAction = useCallback(
    ({ userId, name }: Pick<InsidePerson, 'userId' | 'name'>) => (
      <CallButton zoneId={zoneId} userId={userId} name={name} onDetails={() => openPerson(userId)} />
    ),
    [zoneId, openPerson],
  )

  const printedAt = formatAbsolute(new Date())
  if (!watches) {
    return (
      <Page title={t`Inside now`}>
        <NotAllowed />
      </Page>
    )
  }
  return (
    <Page
      title={t`Inside now`}
      subtitle={zone.name}
      secondary={
        <>
          {ofAll && allZonesLink}
          <PageLink
            to={paths.zoneUsers}
            icon={IconUsersGroup}
            onClick={ofAll ? () => select(zoneId) : undefined}
          >
            {t`Zone Users`}
          </PageLink>
          {mayInZone(rights, 'edit_zones') && (
            <PageLink to={paths.badges} icon={IconId} onClick={ofAll ? () => select(zoneId) : undefined}>
              {t`Badges`}
            </PageLink>
          )}
          <ZoneDayButton zoneId={zone.id} />
        </>
      }
    >
      <p data-print-only>
        <Trans>
          Printed {printedAt}. Only people on the screen are listed. To list everyone, use the Print button on
          the page.
        </Trans>
      </p>
      {pdf.dialog}
      <MapBeside zone={zone} isListed={isInside} hasDetails={details.openId !== undefined}>
        {({ toggle, above }) => (
          <PanelStates zone={zone}>
            {(panel, arrivals) => (
              <InsidePeople
                panel={panel}
                arrivals={arrivals}
                tab={address.search.tab ?? 'inside'}
                onTab={tab =>
                  address.onSearch({ tab: tab === 'inside' ? undefined : tab }, { replace: true })
                }
                q={address.search.q}
                tools={
                  <search className={classes.tools} data-no-print>
                    <ListSearch label={t`Search by name`} {...address} />
                    <Button
                      variant="default"
                      icon={IconPrinter}
                      disabled={pdf.isPreparing}
                      onClick={pdf.print}
                    >
                      {pdf.isPreparing ? t`Preparing…` : t`Print`}
                    </Button>
                    <ExportButton zone={zone} />
                    <NotifyMeButton zone={zone} />
                    {toggle}
                  </search>
                }
                above={above}
                actions={{
                  actionFor: renderAction,
                  openId: details.openId,
                  onOpen: mayInZone(rights, 'view_zone_users') ? openPerson : undefined,
                }}
              />
            )}
          </PanelStates>
        )}
      </MapBeside>
      <VisitorsInside
        zoneId={zone.id}
        q={address.search.q}
        mayReceive={mayInZone(rights, 'link_users')}
        onOpenPage={ofAll ? () => select(zoneId) : undefined}
      />
      <MemberDrawer zone={zone} userId={details.openId} own={rights} onClose={details.drawer.onClose} />
    </Page>
  )
}

function ExportButton({ zone }: { zone: Pick<Zone, 'id' | 'name'> }) {
  const dialog = useDialog()
  usePageRequest(exportRequest, true, dialog.open)
  return (
    <>
      <Button variant="default" icon={IconDownload} onClick={dialog.open}>
        {t`Export`}
      </Button>
      <ExportDialog zone={zone} {...dialog.props} />
    </>
  )
}
