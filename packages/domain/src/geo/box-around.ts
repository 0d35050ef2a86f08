import { limits } from '../limits.ts'
import { radiansPerDegree } from './distance.ts'
import type { LatLng } from './lat-lng.ts'
import { wrapLongitude } from './longitude.ts'

/** The degrees by which a zone around the current location extends to each side. */
const zoneFromLocationDegrees = 0.001

export type Corners = { start: LatLng; end: LatLng }

/** `degrees` to each side. Start is the north-west corner, end the south-east one. Latitudes stop at the poles. */
export function boxAround(centre: LatLng, degrees: number = zoneFromLocationDegrees): Corners {
  return createBox(centre, degrees, degrees)
}

/**
 * `radiusM` metres to each side, at the specification's 111,000 m per degree. Near a pole it spans less than half the earth: beyond,
 * the short way between corners runs round the other side.
 */
export function boxAroundMeters(centre: LatLng, radiusM: number = limits.zoneRadiusM): Corners {
  const latDegrees = metersToLatDegrees(radiusM)
  return createBox(centre, latDegrees, Math.min(89, metersToLngDegrees(radiusM, centre.lat)))
}

/** Converts metres north or south to degrees of latitude. */
export function metersToLatDegrees(meters: number): number {
  return meters / limits.metersPerDegree
}

/** Converts metres east or west to degrees of longitude at a latitude. Returns Infinity at the poles, where east is undefined. */
export function metersToLngDegrees(meters: number, lat: number): number {
  const lngScale = Math.cos(lat * radiansPerDegree)
  return lngScale < 1e-12 ? Number.POSITIVE_INFINITY : meters / (limits.metersPerDegree * lngScale)
}

function createBox(centre: LatLng, latDegrees: number, lngDegrees: number): Corners {
  return {
    start: { lat: Math.min(90, centre.lat + latDegrees), lng: wrapLongitude(centre.lng - lngDegrees) },
    end: { lat: Math.max(-90, centre.lat - latDegrees), lng: wrapLongitude(centre.lng + lngDegrees) },
  }
}
