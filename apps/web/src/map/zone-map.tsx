import type { ShownMap } from '@muster/contract/maps.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { type ReactNode, useMemo } from 'react'
import { type Located, MapSurface } from './map-surface.tsx'
import { viewAround } from './map-view.ts'
import type { MapArea, MapMark, MapMe, MapPerson, MapTrack } from './surface.ts'

export type ZoneMapProps = {
  /** What the map shows, for who cannot see it: "Map of North Gate". */
  label: string
  /** The area in question, drawn exactly as it is tested. */
  shape?: ZoneShape
  /** Other areas around it, for orientation; without `shape`, all there are. */
  others?: readonly MapArea[]
  /** The person who looks: blue, with the circle their device vouches for. */
  me?: MapMe | null
  /** The way somebody took, and the place on it that is looked at. */
  track?: MapTrack
  spot?: MapMe
  /** The red marker. */
  centre?: LatLng
  /** A place that was looked for: it is in view, and not the area. */
  lookAt?: LatLng
  people?: readonly MapPerson[]
  /** Places where something is wrong, and what. */
  problems?: readonly MapMark[]
  /** The person pointed out, tied to the list beside the map. */
  chosen?: string
  onChoose?: (id: string | undefined) => void
  onHover?: (personId: string | undefined) => void
  /** Offers "Show where I am". Show who was found by `me`. */
  onLocate?: () => Promise<Located>
  /** A place that was clicked on. */
  onPick?: (at: LatLng) => void
  note?: ReactNode
  /** Further buttons (`MapButton`) at the top of the controls. */
  controls?: ReactNode
  /** A base map to look at before it is everybody's. */
  tried?: ShownMap
}

const none: readonly never[] = []

/** A map of one area, or of many. Whatever it shows must also stand in words beside it. */
export function ZoneMap(props: ZoneMapProps) {
  const {
    label,
    shape,
    others = none,
    me,
    track,
    spot,
    centre,
    lookAt,
    people = none,
    problems = none,
    chosen,
    note,
  } = props
  const areas = useMemo<readonly MapArea[]>(
    () => (shape ? [...others.map(area => ({ ...area, quiet: true })), { id: 'shape', shape }] : others),
    [shape, others],
  )
  const content = useMemo(
    () => ({ areas, people, marks: problems, me: me ?? undefined, track, spot, centre, chosen }),
    [areas, people, problems, me, track, spot, centre, chosen],
  )
  const view = useMemo(() => lookAt && viewAround(lookAt), [lookAt])
  return (
    <MapSurface
      label={label}
      content={content}
      view={view}
      note={note}
      controls={props.controls}
      tried={props.tried}
      onLocate={props.onLocate}
      onPick={props.onPick}
      onChoose={props.onChoose}
      onHover={props.onHover}
    />
  )
}
