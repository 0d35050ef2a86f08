import type { ShownMap } from '@muster/contract/maps.ts'
import type { Bounds } from '@muster/domain/geo/bounds.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import type { TerraDrawExtend } from 'terra-draw'

/** Where the person who looks is, and the radius in metres their device vouches for. */
export type MapMe = LatLng & { readonly accuracyMeters?: number | null }

/**
 * One area that is drawn, exactly as it is tested. Quiet ones are drawn for orientation, thinner; grey ones stand while
 * something else is drawn.
 */
export type MapArea = {
  readonly id: string
  readonly shape: ZoneShape
  readonly name?: string
  readonly quiet?: boolean
  readonly grey?: boolean
}

export type MapPersonState = 'inside' | 'outside' | 'stale' | 'unknown' | 'doubtful'
/** How bad something is that is wrong at a place. */
export type MapSeverity = 'low' | 'medium' | 'high' | 'critical'
/** How one pin looks: a person in a state, or a hazard of a severity. */
export type MapPinLook = MapPersonState | MapSeverity

/** What a state is called where a pointer rests on somebody. */
export const stateWords: Readonly<Record<MapPinLook, string>> = {
  inside: 'inside',
  outside: 'outside',
  stale: 'not seen lately',
  unknown: 'unknown',
  doubtful: 'position may be made up',
  low: 'low severity',
  medium: 'medium severity',
  high: 'high severity',
  critical: 'critical',
}

/** Somebody at a place, or a hazard, whose name is its title and whose letters are none. */
export type MapPerson = LatLng & {
  readonly id: string
  readonly name: string
  readonly initials: string
  readonly state: MapPinLook
}

/** A place to look at, and why: drawn as a warning, or as a hazard of a severity. */
export type MapMark = LatLng & { readonly text: string; readonly severity?: MapSeverity }

export type MapPointLook = 'inside' | 'outside' | 'doubtful'

/** A way somebody took: lines between places that belong together, and dashes over the times of which nothing is known. */
export type MapTrack = {
  readonly lines: readonly (readonly LatLng[])[]
  readonly gaps: readonly (readonly [LatLng, LatLng])[]
  readonly points: readonly (LatLng & { readonly id: string; readonly look: MapPointLook })[]
}

/** Everything that is drawn over the base map. */
export type MapContent = {
  readonly areas: readonly MapArea[]
  readonly people: readonly MapPerson[]
  readonly marks: readonly MapMark[]
  readonly me?: MapMe
  readonly track?: MapTrack
  /** One place of a track, with the circle it may lie in. */
  readonly spot?: MapMe
  /** The red marker. */
  readonly centre?: LatLng
  /** The person who is pointed out, in a list beside the map or on it. */
  readonly chosen?: string
}

export type MapEvents = {
  /** The base map cannot be reached, and the built-in one is shown in its place. */
  readonly onBaseFailed: () => void
  /** Something of the base map is there. */
  readonly onBaseShown: () => void
  readonly onPick?: (at: LatLng) => void
  /** A person, or a point of the track. */
  readonly onChoose?: (id: string | undefined) => void
  readonly onHover?: (personId: string | undefined) => void
}

/** A map that is on the screen. Made by an adapter, one for each library. */
export type Surface = {
  show(content: MapContent): void
  fit(bounds: Bounds): void
  /** Goes there unless some of it is in view, and larger than a speck: a map does not move under who looks at it. */
  reveal(bounds: Bounds): void
  goTo(at: LatLng, zoom?: number): void
  zoom(steps: 1 | -1): void
  /** What the drawing tool draws through. */
  drawAdapter(): Promise<TerraDrawExtend.TerraDrawBaseAdapter>
  remove(): void
}

export type SurfaceOptions = {
  readonly container: HTMLElement
  /** What the map is of, for who cannot see it. */
  readonly label: string
  readonly shown: ShownMap
  readonly satellite: boolean
  readonly view: Bounds
  readonly content: MapContent
  readonly dark: boolean
  /** No motion that nobody asked for. */
  readonly calm: boolean
  /** One finger draws, and the wheel zooms: nothing is left to the page. */
  readonly drawing: boolean
  readonly events: MapEvents
}
