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

/**
 * Reads the colours from the document root, so that greyed-out ancestors do not affect them. A map may be created while its data is
 * outdated and become live later, so CSS greys out a stale map as a whole instead of changing its colours (map-surface.module.css).
 */
export function readColours(): MapColours {
  const styles = getComputedStyle(document.documentElement)
  // Style sheets are shortened to #rgb, to which a layer cannot add an opacity.
  const readVariable = (name: string, fallback: string) =>
    (styles.getPropertyValue(name).trim() || fallback).replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  const quiet = readVariable('--m-quiet', '#5b6678')
  return {
    sea: readVariable('--m-map-sea', '#e3e9f1'),
    land: readVariable('--m-map-land', '#f7f8fa'),
    line: readVariable('--m-map-line', '#c6cedb'),
    text: readVariable('--m-text', '#101828'),
    quiet,
    surface: readVariable('--m-surface', '#ffffff'),
    area: limits.zoneColor,
    me: readVariable('--m-map-me', '#1f6feb'),
    centre: readVariable('--m-map-centre', '#d92d20'),
    warning: readVariable('--m-danger', '#b42318'),
    people: {
      inside: readVariable('--m-inside', '#0e7a57'),
      outside: readVariable('--m-outside', '#5b6678'),
      stale: readVariable('--m-uncertain', '#b25209'),
      unknown: quiet,
      doubtful: readVariable('--m-uncertain', '#b25209'),
      low: quiet,
      medium: readVariable('--m-normal', '#1f5fbf'),
      high: readVariable('--m-high', '#b54708'),
      critical: readVariable('--m-danger', '#b42318'),
      zone_over: readVariable('--m-danger', '#b42318'),
      zone_full: readVariable('--m-high', '#b54708'),
      zone_filling: readVariable('--m-uncertain', '#b25209'),
      zone_unseen: readVariable('--m-uncertain', '#b25209'),
      zone_open: readVariable('--m-inside', '#0e7a57'),
      zone_empty: readVariable('--m-normal', '#1f5fbf'),
      zone_closed: quiet,
    },
  }
}
