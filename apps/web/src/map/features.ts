import type { Position, ZoneGeometry } from '@muster/domain/geo-json.ts'

export type Geometry =
  | ZoneGeometry
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }

export type Feature<Of = Geometry> = {
  type: 'Feature'
  properties: Readonly<Record<string, string | number | boolean>>
  geometry: Of
}

export type Features<Of = Geometry> = { type: 'FeatureCollection'; features: Feature<Of>[] }

export const toFeatures = (features: Feature[]): Features => ({ type: 'FeatureCollection', features })
