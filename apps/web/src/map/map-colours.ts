import { limits } from '@muster/domain/limits.ts'
import type { MapPinLook } from './surface.ts'

export const zoneFillOpacity = 0.25
export const zoneStrokeWidth = 2

/** The colours of a map: those of the app, which a canvas cannot read from a style sheet by itself. */
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
  readonly people: Readonly<Record<MapPinLook, string>>
}

/**
 * Reads the colours from the page's style sheet, never those of greyed-out content: a map created while its data may be outdated
 * becomes live later, so it is greyed out as a whole instead.
 */
export function readColours(): MapColours {
  const styles = getComputedStyle(document.documentElement)
  const read = (name: string, otherwise: string) => styles.getPropertyValue(name).trim() || otherwise
  const quiet = read('--m-quiet', '#5b6678')
  return {
    sea: read('--m-map-sea', '#e3e9f1'),
    land: read('--m-map-land', '#f7f8fa'),
    line: read('--m-map-line', '#c6cedb'),
    text: read('--m-text', '#101828'),
    quiet,
    surface: read('--m-surface', '#ffffff'),
    area: limits.zoneColor,
    me: read('--m-map-me', '#1f6feb'),
    centre: read('--m-map-centre', '#d92d20'),
    warning: read('--m-danger', '#b42318'),
    people: {
      inside: read('--m-inside', '#0e7a57'),
      outside: read('--m-outside', '#5b6678'),
      stale: read('--m-uncertain', '#b25209'),
      unknown: quiet,
      doubtful: read('--m-uncertain', '#b25209'),
      low: quiet,
      medium: read('--m-normal', '#1f5fbf'),
      high: read('--m-high', '#b54708'),
      critical: read('--m-danger', '#b42318'),
    },
  }
}
