import { Button, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { LivePosition } from '@muster/contract/presence.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { IconMap, IconMapOff } from '@tabler/icons-react'
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { useIsWide } from '../../ui/layout/use-is-wide.ts'
import { createPointing, type Pointing, PointingProvider } from '../../ui/people/pointing.tsx'
import { LivePositions } from './live-positions.tsx'
import classes from './map-beside.module.css'
import { PeopleMap } from './people-map.tsx'
import { useZoneRights } from './use-zone-rights.ts'

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'shape'>
  /** Whom of those located the list is about; without it everybody. */
  isListed?: (person: LivePosition) => boolean
  /** Who is chosen in the list. */
  chosen?: string | undefined
  onChoose?: (userId: string) => void
  /**
   * The list, whose rows take `usePointedOut`, which ties them to the map. It puts the button where its other tools are, and the
   * map, where there is no room beside it, between what comes first and the rows.
   */
  children: (parts: { toggle: ReactNode; above: ReactNode }) => ReactNode
}

/** From so many pixels on there is room for a list and a map, whatever else stands beside them. */
const widthForBoth = 860

/**
 * A list of people with the map of where they are: beside it where there is room, else above its rows. Only for those who may track live
 * locations, and only once they ask for it: until then neither the map's code nor anybody's position is loaded.
 */
export function MapBeside(props: Props) {
  const { zone, children } = props
  const { tracks } = useZoneRights()(zone.id)
  const [shown] = useMapShown()
  const [pointing] = useState(createPointing)
  const list = useRef<HTMLDivElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(columns, widthForBoth)
  if (!tracks) return children({ toggle: null, above: null })
  const map = shown && isWide !== undefined && (
    <Stack id={mapId} gap="var(--m-gap)" className={classes.map}>
      <Beside {...props} pointing={pointing} rowOf={userId => rowIn(list.current, userId)} />
    </Stack>
  )
  return (
    <PointingProvider pointing={pointing}>
      <div
        ref={columns}
        className={classes.columns}
        data-map={shown || undefined}
        data-both={isWide || undefined}
      >
        <Stack ref={list} gap="var(--m-gap)" miw={0} className={classes.list}>
          {children({ toggle: <MapToggle zone={zone} />, above: isWide ? null : map })}
        </Stack>
        {isWide && map}
      </div>
    </PointingProvider>
  )
}

/** There is one such map on a page, and its button may stand anywhere on it. */
const mapId = 'people-map'

const useMapShown = () =>
  useLocalStorage({ key: 'muster.people-map', defaultValue: false, getInitialValueInEffect: false })

/** Shows and hides the map beside a list of the zone's people; nothing for those who may not track live locations. */
export function MapToggle({ zone }: Pick<Props, 'zone'>) {
  const { tracks } = useZoneRights()(zone.id)
  const [shown, setShown] = useMapShown()
  if (!tracks) return null
  return (
    <Button
      variant="default"
      leftSection={
        shown ? <IconMapOff size="1.125rem" aria-hidden /> : <IconMap size="1.125rem" aria-hidden />
      }
      aria-expanded={shown}
      aria-controls={shown ? mapId : undefined}
      data-no-print
      onClick={() => setShown(!shown)}
    >
      {shown ? 'Hide map' : 'Show map'}
    </Button>
  )
}

type BesideProps = Props & { pointing: Pointing; rowOf: (userId: string) => Element | null | undefined }

function Beside({ zone, isListed, chosen, onChoose, pointing, rowOf }: BesideProps) {
  const now = useSyncExternalStore(pointing.subscribe, pointing.now)
  const choose = (userId: string | undefined) => {
    pointing.point({ chosen: userId })
    if (userId === undefined) return
    rowOf(userId)?.scrollIntoView({ block: 'nearest' })
    onChoose?.(userId)
  }
  return (
    <LivePositions zoneId={zone.id}>
      {people => (
        <PeopleMap
          zone={zone}
          people={people}
          isListed={isListed}
          hovered={now.hovered}
          chosen={chosen ?? now.chosen}
          onHover={hovered => pointing.point({ hovered })}
          onChoose={choose}
        />
      )}
    </LivePositions>
  )
}

const rowIn = (list: Element | null, userId: string) =>
  list?.querySelector(`[data-person="${CSS.escape(userId)}"]`)
