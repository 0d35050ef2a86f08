import type { ShownMap } from '@muster/contract/maps.ts'
import type { Bounds } from '@muster/domain/geo/bounds.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { type ReactNode, useMemo } from 'react'
import { type LocateMeResult, MapSurface } from './map-surface.tsx'
import { viewAround } from './map-view.ts'
import type { MapArea, MapMarker, MapPerson, MapPosition, MapTrack } from './surface.ts'

export type ZoneMapProps = {
  /** Accessible name of the map: "Map of North Gate". */
  label: string
  /** The main area, drawn with exactly the lines against which positions are tested. */
  shape?: ZoneShape
  /** Other areas nearby, for orientation. If there is no `shape`, these are the areas of the map. */
  others?: readonly MapArea[]
  /** The viewer, drawn in blue with their accuracy circle. */
  me?: MapPosition | null
  /** A person's track, and the selected position on it. */
  track?: MapTrack
  spot?: MapPosition
  /** The position of the red marker. */
  centre?: LatLng
  /** A position that was searched for, shown instead of the area. */
  lookAt?: LatLng
  people?: readonly MapPerson[]
  problems?: readonly MapMarker[]
  /** The id of the highlighted person, who is also highlighted in the list beside the map. */
  chosen?: string
  onChoose?: (id: string | undefined) => void
  onHover?: (personId: string | undefined) => void
  /** Offers "Show where I am". Pass the located person as `me`. */
  onLocate?: () => Promise<LocateMeResult>
  onView?: (view: Bounds) => void
  /** Everything that "Fit all" shows; defaults to what is drawn. */
  all?: Bounds | undefined
  onPick?: (at: LatLng) => void
  note?: ReactNode
  /** Additional buttons (`MapButton`) at the top of the controls. */
  controls?: ReactNode
  /** A base map to preview before it is saved for everybody. */
  tried?: ShownMap
}

const emptyList: readonly never[] = []

/** A map of one or many areas. Everything it shows must also appear as text beside it. */
export function ZoneMap(props: ZoneMapProps) {
  const {
    label,
    shape,
    others = emptyList,
    me,
    track,
    spot,
    centre,
    lookAt,
    people = emptyList,
    problems = emptyList,
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
      onView={props.onView}
      all={props.all}
    />
  )
}
