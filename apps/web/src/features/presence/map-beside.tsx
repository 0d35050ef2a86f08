import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { LivePosition } from '@muster/contract/presence.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { IconMap, IconMapOff } from '@tabler/icons-react'
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { useIsWide } from '../../ui/layout/use-is-wide.ts'
import { useIsWideScreen } from '../../ui/layout/use-screen.ts'
import { createPointing, type Pointing, PointingProvider } from '../../ui/people/pointing.tsx'
import { LivePositions } from './live-positions.tsx'
import classes from './map-beside.module.css'
import { PeopleMap } from './people-map.tsx'
import { useZoneRights } from './use-zone-rights.ts'

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'shape'>
  /** Limits the map to people on the list; if omitted, everybody is shown. */
  isListed?: (person: LivePosition) => boolean
  chosen?: string | undefined
  /** True while a person's details stand beside the list. The map then gives way if it does not fit beside both. */
  hasDetails: boolean
  onChoose?: (userId: string) => void
  /** `toggle` belongs among the list's tools. `above` is the map on narrow screens, between the list's header and its rows. */
  children: (parts: { toggle: ReactNode; above: ReactNode }) => ReactNode
}

/** Width in pixels from which a list and a map fit side by side. */
const minTwoColumnPx = 860

/** Only for people who may track live locations, and only on request: until then neither code nor positions are loaded. */
export function MapBeside(props: Props) {
  const { zone, hasDetails, children } = props
  const isWideScreen = useIsWideScreen()
  const { tracks } = useZoneRights()(zone.id)
  const [isShown] = useMapShown()
  const [pointing] = useState(createPointing)
  const list = useRef<HTMLDivElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(columns, minTwoColumnPx)
  if (!tracks) return children({ toggle: null, above: null })
  const mapView = isShown && isWide !== undefined && (
    <Stack id={mapId} gap="var(--m-gap)" className={classes.map} data-no-print>
      <MapPanel {...props} pointing={pointing} findRow={userId => findPersonRow(list.current, userId)} />
    </Stack>
  )
  return (
    <PointingProvider pointing={pointing}>
      <div
        ref={columns}
        className={classes.columns}
        data-map={isShown || undefined}
        data-both={isWide || undefined}
      >
        <Stack ref={list} gap="var(--m-gap)" miw={0} className={classes.list}>
          {children({
            toggle: <MapToggle zone={zone} />,
            above: isWide || (hasDetails && isWideScreen) ? null : mapView,
          })}
        </Stack>
        {isWide && mapView}
      </div>
    </PointingProvider>
  )
}

/** Fixed, because a page has only one map, and the toggle may be anywhere on it. */
const mapId = 'people-map'

const useMapShown = () =>
  useLocalStorage({ key: 'muster.people-map', defaultValue: false, getInitialValueInEffect: false })

export function MapToggle({ zone }: Pick<Props, 'zone'>) {
  const { tracks } = useZoneRights()(zone.id)
  const [isShown, setIsShown] = useMapShown()
  if (!tracks) return null
  return (
    <Button
      variant="default"
      leftSection={
        isShown ? <IconMapOff size="1.125rem" aria-hidden /> : <IconMap size="1.125rem" aria-hidden />
      }
      aria-expanded={isShown}
      aria-controls={isShown ? mapId : undefined}
      data-no-print
      onClick={() => setIsShown(!isShown)}
    >
      {isShown ? t`Hide map` : t`Show map`}
    </Button>
  )
}

type BesideProps = Props & { pointing: Pointing; findRow: (userId: string) => Element | null | undefined }

function MapPanel({ zone, isListed, chosen, onChoose, pointing, findRow }: BesideProps) {
  const pointedOut = useSyncExternalStore(pointing.subscribe, pointing.now)
  const choosePerson = (userId: string | undefined) => {
    pointing.point({ chosen: userId })
    if (userId === undefined) return
    findRow(userId)?.scrollIntoView({ block: 'nearest' })
    onChoose?.(userId)
  }
  return (
    <LivePositions zoneId={zone.id}>
      {people => (
        <PeopleMap
          zone={zone}
          people={people}
          isListed={isListed}
          hovered={pointedOut.hovered}
          chosen={chosen ?? pointedOut.chosen}
          onHover={hovered => pointing.point({ hovered })}
          onChoose={choosePerson}
        />
      )}
    </LivePositions>
  )
}

const findPersonRow = (list: Element | null, userId: string) =>
  list?.querySelector(`[data-person="${CSS.escape(userId)}"]`)
