import { t } from '@lingui/core/macro'
import type { ShownMap } from '@muster/contract/maps.ts'
import type { Bounds } from '@muster/domain/geo/bounds.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import type { TerraDrawExtend } from 'terra-draw'

/** The viewer's position, with the accuracy radius in metres. */
export type MapPosition = LatLng & { readonly accuracyMeters?: number | null }

/** Drawn with exactly the lines against which positions are tested. Quiet areas are thinner; grey ones are not being drawn. */
export type MapArea = {
  readonly id: string
  readonly shape: ZoneShape
  readonly name?: string
  readonly quiet?: boolean
  readonly grey?: boolean
  readonly state?: MapZoneState
}

export type MapPersonState = 'inside' | 'outside' | 'stale' | 'unknown' | 'doubtful'
export type MapSeverity = 'low' | 'medium' | 'high' | 'critical'
/** The state of a zone that a pin stands for, worst first. */
export const mapZoneStates = [
  'zone_over',
  'zone_full',
  'zone_filling',
  'zone_unseen',
  'zone_open',
  'zone_empty',
  'zone_closed',
] as const
export type MapZoneState = (typeof mapZoneStates)[number]
/** The style of a pin: a person's state, a hazard's severity, or a zone's state. */
export type MapPinVariant = MapPersonState | MapSeverity | MapZoneState

/** The label of each pin style, for the tooltip of a pin. */
export const pinLabels: Readonly<Record<MapPinVariant, string>> = {
  inside: t`inside`,
  outside: t`outside`,
  stale: t`not seen`,
  unknown: t`never checked in`,
  doubtful: t`position may be fake`,
  low: t`low severity`,
  medium: t`medium severity`,
  high: t`high severity`,
  critical: t`critical`,
  zone_over: t`over capacity`,
  zone_full: t`full`,
  zone_filling: t`nearly full`,
  zone_unseen: t`not seen`,
  zone_open: t`people inside`,
  zone_empty: t`nobody inside`,
  zone_closed: t`suspended`,
}

/** A person at a position, or a hazard or zone with its title as the name and no initials. */
export type MapPerson = LatLng & {
  readonly id: string
  readonly name: string
  readonly initials: string
  readonly state: MapPinVariant
}

/** A position and its problem, drawn as a warning or, with a severity, as a hazard. */
export type MapMarker = LatLng & { readonly text: string; readonly severity?: MapSeverity }

export type MapPointVariant = 'inside' | 'outside' | 'doubtful'

/** Lines between connected positions, dashes over periods about which nothing is known, and the readings as points. */
export type MapTrack = {
  readonly lines: readonly (readonly LatLng[])[]
  readonly gaps: readonly (readonly [LatLng, LatLng])[]
  readonly points: readonly (LatLng & { readonly id: string; readonly look: MapPointVariant })[]
}

export type MapContent = {
  readonly areas: readonly MapArea[]
  readonly people: readonly MapPerson[]
  readonly marks: readonly MapMarker[]
  readonly me?: MapPosition
  readonly track?: MapTrack
  /** One position of a track, with its accuracy circle. */
  readonly spot?: MapPosition
  /** The position of the red marker. */
  readonly centre?: LatLng
  /** The id of the person to highlight, such as the one selected in a list beside the map. */
  readonly chosen?: string
}

export type MapEventHandlers = {
  /** Called when the base map is unreachable and the built-in one replaces it. */
  readonly onBaseFailed: () => void
  readonly onBaseShown: () => void
  readonly onPick?: (at: LatLng) => void
  /** Called with the id of the selected person or track point; undefined when the selection is cleared. */
  readonly onChoose?: (id: string | undefined) => void
  readonly onHover?: (personId: string | undefined) => void
  /** Called with the part of the world in view, first when the map is ready and then after each movement. */
  readonly onView?: (view: Bounds) => void
}

/** A map on the screen. Each library has an adapter that creates it. */
export type Surface = {
  show(content: MapContent): void
  fit(bounds: Bounds): void
  /** Does nothing if part of them is in view and larger than a speck, because a map should not move while somebody looks at it. */
  reveal(bounds: Bounds): void
  goTo(at: LatLng, zoom?: number): void
  zoom(steps: 1 | -1): void
  drawAdapter(): Promise<TerraDrawExtend.TerraDrawBaseAdapter>
  remove(): void
}

export type SurfaceOptions = {
  readonly container: HTMLElement
  /** Accessible name of the map's content. */
  readonly label: string
  readonly shown: ShownMap
  readonly satellite: boolean
  readonly view: Bounds
  readonly content: MapContent
  readonly dark: boolean
  /** Suppresses animations for people who prefer reduced motion. */
  readonly calm: boolean
  /** Lets one finger draw and the wheel zoom; the map then leaves no gesture to the page. */
  readonly drawing: boolean
  readonly events: MapEventHandlers
}
