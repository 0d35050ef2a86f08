import { limits } from '../limits.ts'
import { radiansPerDegree } from './distance.ts'
import type { LatLng } from './lat-lng.ts'
import { wrapLongitude } from './longitude.ts'

/** How far a zone around the current location reaches to each side. */
const zoneFromLocationDegrees = 0.001

export type Corners = { start: LatLng; end: LatLng }

/**
 * The corners of a zone made from the current location: `degrees` to each side of it, by default 0.001. Start is the
 * north-west corner, end the south-east one. At the poles latitudes stop at 90.
 */
export function boxAround(centre: LatLng, degrees: number = zoneFromLocationDegrees): Corners {
  return box(centre, degrees, degrees)
}

/**
 * The corners of a box that reaches `radiusM` metres to each side, by default 100. The specification's 111 000 m a degree,
 * with the cosine of the latitude for longitudes. Near a pole the box stops short of half the way round the earth, because
 * beyond that the short way between its corners would be the other one.
 */
export function boxAroundMeters(centre: LatLng, radiusM: number = limits.zoneRadiusM): Corners {
  const latDegrees = metersToLatDegrees(radiusM)
  return box(centre, latDegrees, Math.min(89, metersToLngDegrees(radiusM, centre.lat)))
}

/** Metres north or south as degrees of latitude. */
export function metersToLatDegrees(meters: number): number {
  return meters / limits.metersPerDegree
}

/** Metres east or west as degrees of longitude at a latitude. Infinity at the poles, where there is no east. */
export function metersToLngDegrees(meters: number, lat: number): number {
  const shrink = Math.cos(lat * radiansPerDegree)
  return shrink < 1e-12 ? Number.POSITIVE_INFINITY : meters / (limits.metersPerDegree * shrink)
}

function box(centre: LatLng, latDegrees: number, lngDegrees: number): Corners {
  return {
    start: { lat: Math.min(90, centre.lat + latDegrees), lng: wrapLongitude(centre.lng - lngDegrees) },
    end: { lat: Math.max(-90, centre.lat - latDegrees), lng: wrapLongitude(centre.lng + lngDegrees) },
  }
}
