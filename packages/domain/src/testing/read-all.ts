import { i18n } from '@lingui/core'
import {
  type OpenedFile,
  openGeoJson,
  openGeoJsonText,
  type RefusedFeature,
  type RefusedFile,
  readFeature,
  type ZoneFeatureRead,
} from '../read-geo-json.ts'

/** A zone read from a file, with its notes in English. */
type ZoneRead = Omit<ZoneFeatureRead, 'notes'> & { readonly notes: readonly string[] }

export type GeoJsonRead = { zones: ZoneRead[]; refused: RefusedFeature[] }

/** Reads all features of an opened file, or passes on why it could not be opened. */
export function readAll(opened: OpenedFile | RefusedFile): GeoJsonRead | RefusedFile {
  if ('code' in opened) return opened
  const result: GeoJsonRead = { zones: [], refused: [] }
  opened.features.forEach((feature, index) => {
    const outcome = readFeature(feature, index)
    if ('code' in outcome) result.refused.push(outcome)
    else result.zones.push({ ...outcome, notes: outcome.notes.map(note => i18n._(note)) })
  })
  return result
}

export const readGeoJson = (value: unknown) => readAll(openGeoJson(value))
export const readGeoJsonText = (text: string) => readAll(openGeoJsonText(text))
