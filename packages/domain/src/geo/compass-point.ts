import { radiansPerDegree } from './distance.ts'
import type { LatLng } from './lat-lng.ts'

export const compassPoints = [
  'north',
  'north_east',
  'east',
  'south_east',
  'south',
  'south_west',
  'west',
  'north_west',
] as const
export type CompassPoint = (typeof compassPoints)[number]

/** Returns the compass point nearest to the initial great-circle bearing from `a` to `b`. */
export function compassPoint(a: LatLng, b: LatLng): CompassPoint {
  const [latA, latB, lng] = [a.lat, b.lat, b.lng - a.lng].map(it => it * radiansPerDegree) as [
    number,
    number,
    number,
  ]
  const east = Math.sin(lng) * Math.cos(latB)
  const north = Math.cos(latA) * Math.sin(latB) - Math.sin(latA) * Math.cos(latB) * Math.cos(lng)
  const eighths = Math.round(Math.atan2(east, north) / (Math.PI / 4))
  return compassPoints.at(eighths) ?? 'north'
}
