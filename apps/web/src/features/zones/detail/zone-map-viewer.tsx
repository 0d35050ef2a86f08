import { t } from '@lingui/core/macro'
import { Box, Flex, Stack } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { IconCurrentLocation, IconMapPinFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { formatPosition } from '../../../lib/format-accuracy.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { formatPlace } from '../../../lib/format-place.ts'
import { locator } from '../../../lib/geolocation/locator.ts'
import { useSelectedZone } from '../../../lib/session/use-selected-zone.ts'
import { useWhileMounted } from '../../../lib/use-while-mounted.ts'
import { type MapMe, ZoneMap } from '../../../map/public.tsx'
import { Button } from '../../../ui/button.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { AgeGrey } from '../../../ui/live/age-grey.tsx'
import { InsideParts } from '../../../ui/people/inside-parts.tsx'
import { InsideSplit } from '../../../ui/people/inside-split.tsx'
import { ZoneSelect } from '../../../ui/pick-zone.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { CardGridSkeleton } from '../../../ui/states/skeletons.tsx'
import { notifyFailure } from '../../../ui/toast/notify-failure.ts'
import { NoActiveZones } from '../no-active-zones.tsx'
import { NoOwnZones } from '../no-own-zones.tsx'
import classes from './zone-map-viewer.module.css'

/** The person's zones on a map, one at a time, with their own position. */
export function ZoneMapViewer() {
  const {
    zone: selectedZone,
    availableZones,
    find,
    hasMore,
    status,
    error,
    retry,
    retrying,
    staleSince,
    isZoneBound,
  } = useSelectedZone()
  const [chosenZone, setChosenZone] = useState<MyZone>()
  // Prefers the live version from the loaded list; the chosen object is used only for a zone that is not loaded.
  const zone =
    (chosenZone && (find(chosenZone.id) ?? (hasMore ? chosenZone : undefined))) ??
    selectedZone ??
    availableZones[0]
  const failure = (status === 'failed' || staleSince) && (
    <ErrorState
      title={t`Failed to load zones`}
      error={error}
      onRetry={retry}
      retrying={retrying}
      staleSince={staleSince ?? undefined}
    />
  )
  return (
    <Page title={t`Zone Map Viewer`}>
      {failure}
      {status === 'loading' && <CardGridSkeleton count={1} />}
      {status === 'loaded' && !zone && (isZoneBound ? <NoOwnZones /> : <NoActiveZones />)}
      {zone && (
        <AgeGrey stale={Boolean(failure)}>
          <Viewer zone={zone} onZone={setChosenZone} />
        </AgeGrey>
      )}
    </Page>
  )
}

type ViewerProps = { zone: MyZone; onZone: (zone: MyZone) => void }

function Viewer({ zone, onZone }: ViewerProps) {
  const zoneName = zone.name
  const getSignal = useWhileMounted()
  const [me, setMe] = useState<MapMe>()
  const [isLocating, setIsLocating] = useState(false)
  const locate = async () => {
    const signal = getSignal()
    setIsLocating(true)
    const position = await locator.find('location', signal)
    if (signal.aborted) return
    setIsLocating(false)
    if ('problem' in position) notifyFailure(t`Unable to get your location`, position.problem)
    else setMe(position)
  }
  return (
    <div className={classes.columns}>
      <ZoneSelect
        w="100%"
        className={classes.choose}
        label={t`Zone`}
        zone={zone}
        onPick={onZone}
        toLabel={toZoneLabel}
      />
      <div className={classes.map}>
        <ZoneMap label={t`Map of ${zoneName}`} shape={zone.shape} centre={zone.center} me={me} />
      </div>
      <Stack className={classes.side}>
        {zone.description && <p dir="auto">{zone.description}</p>}
        <Facts>
          {!zone.invited && (
            <Fact name={t`Occupancy`} data-figures>
              <ZoneOccupancy zone={zone} />
            </Fact>
          )}

          <Fact name={t`Centre`} data-figures>
            {formatPlace(zone.center)}
          </Fact>

          <Fact name={t`You`} data-figures>
            <span role="status">{me ? formatPosition(me) : t`Not known yet`}</span>
          </Fact>
        </Facts>
        <Button
          icon={IconCurrentLocation}
          onClick={() => void (isLocating ? undefined : locate())}
          aria-disabled={isLocating}
          data-disabled={isLocating || undefined}
        >
          {isLocating ? t`Finding you…` : t`Update Location`}
        </Button>
        <MapLegend />
      </Stack>
    </div>
  )
}

function ZoneOccupancy({ zone }: { zone: MyZone }) {
  const { currentOccupancy: inside, unseenOccupancy: unseen } = zone
  return (
    <>
      {formatOccupancy(inside, zone.maxCapacity)}
      <InsideParts parts={zone.parts} /> <InsideSplit inside={inside} unseen={unseen} />
    </>
  )
}

/** Returns a zone's name and, unless the person is only invited, its occupancy. */
const toZoneLabel = (zone: MyZone) =>
  zone.invited ? zone.name : `${zone.name} (${formatOccupancy(zone.currentOccupancy, zone.maxCapacity)})`

/** Formats the occupancy: "12/50", or "12/∞" for a zone without a maximum. */
const formatOccupancy = (inside: number, maxCapacity: number | null) =>
  `${formatCount(inside)}/${maxCapacity === null ? '∞' : formatCount(maxCapacity)}`

function MapLegend() {
  return (
    <Flex component="ul" direction="column" gap="xs" className={classes.legend} aria-label={t`Legend`}>
      <li>
        <span className={classes.me} aria-hidden />
        {t`You (the circle shows accuracy)`}
      </li>
      <li>
        <IconMapPinFilled color="var(--m-map-centre)" size="1.25rem" aria-hidden />
        {t`Centre of the zone`}
      </li>
      <li>
        <Box w={20} h={16} bd="2px solid var(--m-zone)" bg="var(--m-zone-fill)" aria-hidden />
        {t`Zone boundary used for checks`}
      </li>
    </Flex>
  )
}
