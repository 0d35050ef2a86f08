import { polygonCentre } from '@muster/domain/geo/centre.ts'
import type { Position, ZoneGeometry } from '@muster/domain/geo-json.ts'
import { feature } from 'topojson-client'
import worldUrl from 'world-atlas/countries-50m.json?url'
import { type Feature, type Features, toFeatures } from '../features.ts'

type World = { readonly countries: Features<ZoneGeometry>; readonly names: Features }
type CountryTopology = { objects: { countries: { type: 'GeometryCollection' } } }

let worldRequest: Promise<World> | undefined

/** Loads the countries of the earth from our own files, once per page. After a failure, the next map retries. */
export function loadWorld(): Promise<World> {
  worldRequest ??= readWorld().catch(error => {
    worldRequest = undefined
    throw error
  })
  return worldRequest
}

async function readWorld(): Promise<World> {
  const response = await fetch(worldUrl)
  if (!response.ok) throw new Error(`The map of the world was answered with ${response.status}`)
  const topology = (await response.json()) as CountryTopology
  const countries = feature(topology, topology.objects.countries) as Features<ZoneGeometry>
  const nameFeatures = countries.features.flatMap(country => toNameFeature(country) ?? [])
  return { countries, names: toFeatures(nameFeatures) }
}

/** Returns a country's name as a point in the middle of its widest part; undefined if that part has no area. */
function toNameFeature({ properties, geometry }: Feature<ZoneGeometry>): Feature | undefined {
  const outerRing = findLargestRing(geometry)
  if (outerRing.length < 4) return undefined
  const { lat, lng } = polygonCentre(outerRing.map(([lng, lat]) => ({ lat, lng })))
  return {
    type: 'Feature',
    properties: { text: properties.name ?? '', size: measureWidth(outerRing) },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  }
}

function findLargestRing(geometry: ZoneGeometry): Position[] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const rings = polygons.map(([outer = []]) => outer)
  return rings.reduce<Position[]>((best, ring) => (measureWidth(ring) > measureWidth(best) ? ring : best), [])
}

function measureWidth(ring: readonly Position[]): number {
  const lngs = ring.map(([lng]) => lng)
  return lngs.length === 0 ? 0 : Math.max(...lngs) - Math.min(...lngs)
}
