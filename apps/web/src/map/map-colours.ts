import { limits } from '@muster/domain/limits.ts'
import type { MapPinVariant } from './surface.ts'

export const zoneFillOpacity = 0.25
export const zoneStrokeWidth = 2

/** The app's colours as used on a map, because a canvas cannot read them from a style sheet by itself. */
export type MapColours = {
  readonly sea: string
  readonly land: string
  readonly line: string
  readonly text: string
  readonly quiet: string
  readonly surface: string
  readonly area: string
  readonly me: string
  readonly centre: string
  readonly warning: string
  readonly people: Readonly<Record<MapPinVariant, string>>
}

/** The variable of theme.css for each pin. */
export const pinVariables = {
  inside: '--m-inside',
  outside: '--m-outside',
  stale: '--m-uncertain',
  unknown: '--m-quiet',
  doubtful: '--m-uncertain',
  low: '--m-quiet',
  medium: '--m-normal',
  high: '--m-high',
  critical: '--m-danger',
  zone_over: '--m-danger',
  zone_full: '--m-high',
  zone_filling: '--m-uncertain',
  zone_unseen: '--m-uncertain',
  zone_open: '--m-inside',
  zone_empty: '--m-normal',
  zone_closed: '--m-quiet',
} as const satisfies Record<MapPinVariant, string>

/** The values of the light scheme, for a page without its style sheet. */
const fallbacks = {
  '--m-map-sea': '#e3e9f1',
  '--m-map-land': '#f7f8fa',
  '--m-map-line': '#c6cedb',
  '--m-text': '#101828',
  '--m-quiet': '#5b6678',
  '--m-surface': '#ffffff',
  '--m-map-me': '#1f6feb',
  '--m-map-centre': '#d92d20',
  '--m-danger': '#b42318',
  '--m-inside': '#0e7a57',
  '--m-outside': '#5b6678',
  '--m-uncertain': '#b25209',
  '--m-normal': '#1f5fbf',
  '--m-high': '#b54708',
}

/**
 * Reads the colours from the document root, so that greyed-out ancestors do not affect them. A map may be created while its data is
 * outdated and become live later, so CSS greys out a stale map as a whole instead of changing its colours (map-surface.module.css).
 */
export function readColours(): MapColours {
  const styles = getComputedStyle(document.documentElement)
  // Style sheets are shortened to #rgb, to which a layer cannot add an opacity.
  const readVariable = (name: keyof typeof fallbacks) =>
    (styles.getPropertyValue(name).trim() || fallbacks[name]).replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  return {
    sea: readVariable('--m-map-sea'),
    land: readVariable('--m-map-land'),
    line: readVariable('--m-map-line'),
    text: readVariable('--m-text'),
    quiet: readVariable('--m-quiet'),
    surface: readVariable('--m-surface'),
    area: limits.zoneColor,
    me: readVariable('--m-map-me'),
    centre: readVariable('--m-map-centre'),
    warning: readVariable('--m-danger'),
    people: Object.fromEntries(
      Object.entries(pinVariables).map(([variant, name]) => [variant, readVariable(name)]),
    ) as MapColours['people'],
  }
}
