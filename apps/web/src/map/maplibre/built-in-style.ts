import type { GeoJSONSource, LayerSpecification, Map as LibreMap, StyleSpecification } from 'maplibre-gl'
import { toFeatures } from '../features.ts'
import type { MapColours } from '../map-colours.ts'
import { createGraticule } from './graticule.ts'
import { loadWorld } from './world.ts'

const sourceIds = { countries: 'countries', names: 'country-names', graticule: 'graticule' } as const
/** The zoom from which the countries are no longer useful. */
const countriesEndZoom = 9

/** Rendered locally with the browser's own fonts. Without a glyph server, the map requests no glyphs from anybody. */
export const mapFont = ['Inter Variable', 'sans-serif']

/** Needs no key and no other host. Outlines are kilometres off at street scale, so they fade out before they could mislead. */
export function createBuiltInStyle(colours: MapColours): StyleSpecification {
  return {
    version: 8,
    sources: {
      [sourceIds.countries]: {
        type: 'geojson',
        data: toFeatures([]),
        maxzoom: 8,
        attribution: 'Natural Earth',
      },
      [sourceIds.names]: { type: 'geojson', data: toFeatures([]), maxzoom: 8 },
      [sourceIds.graticule]: { type: 'geojson', data: toFeatures([]) },
    },
    layers: createLayers(colours),
  }
}

/** Countries load only at low zoom, because most maps show a street. The map works without them, so a failure is silent. */
export function drawBuiltIn(map: LibreMap): void {
  const bounds = map.getBounds()
  const visibleTheme = {
    south: bounds.getSouth(),
    west: bounds.getWest(),
    north: bounds.getNorth(),
    east: bounds.getEast(),
  }
  map.getSource<GeoJSONSource>(sourceIds.graticule)?.setData(createGraticule(visibleTheme))
  const countries = map.getSource<GeoJSONSource>(sourceIds.countries)
  if (!countries || map.getZoom() >= countriesEndZoom || drawnSources.has(countries)) return
  drawnSources.add(countries)
  loadWorld().then(
    world => {
      countries.setData(world.countries)
      map.getSource<GeoJSONSource>(sourceIds.names)?.setData(world.names)
    },
    () => drawnSources.delete(countries),
  )
}

const drawnSources = new WeakSet<GeoJSONSource>()

function createLayers({ sea, land, line, quiet, surface }: MapColours): LayerSpecification[] {
  const fadeOut = ['interpolate', ['linear'], ['zoom'], 7, 1, countriesEndZoom, 0]
  const gridLabel = {
    'text-font': mapFont,
    'text-field': ['get', 'text'],
    'text-size': 11,
    'text-allow-overlap': true,
  }
  const gridPaint = { 'text-color': quiet, 'text-halo-color': surface, 'text-halo-width': 1.5 }
  return [
    {
      id: 'ground',
      type: 'background',
      paint: { 'background-color': ['interpolate', ['linear'], ['zoom'], 7, sea, countriesEndZoom, land] },
    },
    {
      id: 'countries',
      type: 'fill',
      source: sourceIds.countries,
      maxzoom: countriesEndZoom,
      paint: { 'fill-color': land, 'fill-opacity': fadeOut },
    },
    {
      id: 'borders',
      type: 'line',
      source: sourceIds.countries,
      maxzoom: countriesEndZoom,
      paint: { 'line-color': line, 'line-opacity': fadeOut },
    },
    {
      id: 'grid',
      type: 'line',
      source: sourceIds.graticule,
      filter: ['==', ['get', 'kind'], 'line'],
      paint: { 'line-color': line, 'line-opacity': 0.6 },
    },
    {
      id: 'grid-latitudes',
      type: 'symbol',
      source: sourceIds.graticule,
      filter: ['==', ['get', 'kind'], 'left'],
      layout: { ...gridLabel, 'text-anchor': 'bottom-left', 'text-offset': [0.6, -0.2] },
      paint: gridPaint,
    },
    {
      id: 'grid-longitudes',
      type: 'symbol',
      source: sourceIds.graticule,
      filter: ['==', ['get', 'kind'], 'top'],
      layout: { ...gridLabel, 'text-anchor': 'top-left', 'text-offset': [0.4, 0.6] },
      paint: gridPaint,
    },
    {
      id: 'names',
      type: 'symbol',
      source: sourceIds.names,
      maxzoom: 7,
      layout: {
        'text-font': mapFont,
        'text-field': ['get', 'text'],
        'text-size': 12,
        'symbol-sort-key': ['-', 0, ['get', 'size']],
      },
      paint: { 'text-color': quiet, 'text-halo-color': land, 'text-halo-width': 1.5 },
    },
  ] as LayerSpecification[]
}
