import { Button } from '@mantine/core'
import type { InsidePerson, LivePosition } from '@muster/contract/presence.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { formatAbsolute } from '../../lib/format-time.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { CallButton, PickZone, ZoneDayButton, ZoneSelect } from '../users/public.ts'
import { CurrentlyInside } from './currently-inside.tsx'
import { ExportDialog } from './exports/export-dialog.tsx'
import { MapBeside } from './map-beside.tsx'
import { PanelStates } from './panel-states.tsx'
import classes from './presence-panel.module.css'
import { usePrinting } from './use-printing.ts'
import { useZoneRights } from './use-zone-rights.ts'

type Props = { q: string | undefined; onSearch: (q: string | undefined) => void }

/** The others are on no list of who is inside. */
const isInside = ({ inside }: LivePosition) => inside

/** Inside now: the big number, who it is by since, stale ones apart; with search, call, print, a file to keep and a map. */
export function InsideNowPage({ q, onSearch }: Props) {
  const { zone, availableZones, isZoneBound, select } = useSelectedZone()
  const rights = useZoneRights()
  const { everybody, print } = usePrinting(zone?.id)
  const navigate = useNavigate()
  const zoneId = zone?.id
  const actionFor = useCallback(
    ({ userId, name }: InsidePerson) =>
      zoneId && (
        <CallButton
          zoneId={zoneId}
          userId={userId}
          name={name}
          onDetails={() => void navigate({ to: paths.appUsers, search: { user: userId } })}
        />
      ),
    [zoneId, navigate],
  )

  if (!zone) {
    return (
      <Page title="Inside now">
        <PickZone zones={availableZones} onPick={isZoneBound ? undefined : id => select(id)} />
      </Page>
    )
  }
  if (!rights(zone.id).watches) {
    return (
      <Page title="Inside now">
        <NotAllowed />
      </Page>
    )
  }
  return (
    <Page
      title="Inside now"
      subtitle={zone.name}
      secondary={
        <>
          {!isZoneBound && <ZoneSelect zones={availableZones} value={zone.id} onPick={id => select(id)} />}
          <ZoneDayButton zoneId={zone.id} />
        </>
      }
    >
      <p data-print-only>
        Printed {formatAbsolute(new Date())}. It does not change by itself any more.
        {!everybody &&
          ' Only those who were on the screen are listed: the Print button of the page lists all.'}
      </p>
      <MapBeside zone={zone} isListed={isInside}>
        {({ toggle, above }) => (
          <PanelStates zone={zone}>
            {(panel, arrivals) => (
              <CurrentlyInside
                panel={panel}
                arrivals={arrivals}
                headingHidden
                q={q}
                everybody={everybody}
                tools={
                  <>
                    <search className={classes.tools}>
                      <SearchField
                        label="Search by name"
                        value={q ?? ''}
                        onChange={text => onSearch(text || undefined)}
                      />
                      <Button
                        variant="default"
                        leftSection={<IconPrinter size="1.125rem" aria-hidden />}
                        disabled={print.isPending}
                        onClick={() => print.mutate()}
                      >
                        {print.isPending ? 'Preparing…' : 'Print'}
                      </Button>
                      <ExportButton zone={zone} />
                      {toggle}
                    </search>
                    {above}
                  </>
                }
                actionFor={actionFor}
              />
            )}
          </PanelStates>
        )}
      </MapBeside>
    </Page>
  )
}

/** Leads to the files of presence and visits. */
function ExportButton({ zone }: { zone: Pick<Zone, 'id' | 'name'> }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size="1.125rem" aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Export
      </Button>
      <ExportDialog zone={zone} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
