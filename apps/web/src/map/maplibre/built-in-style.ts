import type { GeoJSONSource, LayerSpecification, Map as LibreMap, StyleSpecification } from 'maplibre-gl'
import { toFeatures } from '../features.ts'
import type { MapColours } from '../map-colours.ts'
import { graticule } from './graticule.ts'
import { loadWorld } from './world.ts'

const sources = { countries: 'countries', names: 'country-names', graticule: 'graticule' } as const
/** The zoom from which the countries are no longer useful. */
const countriesEndZoom = 9

/** Rendered locally with the browser's own fonts. Without a glyph server, the map requests no glyphs from anybody. */
export const mapFont = ['Inter Variable', 'sans-serif']

/**
 * Returns the base map that needs no key or network: the countries of the earth, and a graticule for scale where countries are not
 * useful. The outlines are made for maps of whole countries and are kilometres off at street scale, so they fade out before they
 * could mislead.
 */
export function builtInStyle(colours: MapColours): StyleSpecification {
  return {
    version: 8,
    sources: {
      [sources.countries]: {
        type: 'geojson',
        data: toFeatures([]),
        maxzoom: 8,
        attribution: 'Natural Earth',
      },
      [sources.names]: { type: 'geojson', data: toFeatures([]), maxzoom: 8 },
      [sources.graticule]: { type: 'geojson', data: toFeatures([]) },
    },
    layers: layersIn(colours),
  }
}

/**
 * Limits the graticule to the view, and loads the countries only at low zoom, because most maps show a street and never need them.
 * The map works without them, so a failure is silent.
 */
export function drawBuiltIn(map: LibreMap): void {
  const bounds = map.getBounds()
  const visibleTheme = {
    south: bounds.getSouth(),
    west: bounds.getWest(),
    north: bounds.getNorth(),
    east: bounds.getEast(),
  }
  map.getSource<GeoJSONSource>(sources.graticule)?.setData(graticule(visibleTheme))
  const countries = map.getSource<GeoJSONSource>(sources.countries)
  if (!countries || map.getZoom() >= countriesEndZoom || drawn.has(countries)) return
  drawn.add(countries)
  loadWorld().then(
    world => {
      countries.setData(world.countries)
      map.getSource<GeoJSONSource>(sources.names)?.setData(world.names)
    },
    () => drawn.delete(countries),
  )
}

const drawn = new WeakSet<GeoJSONSource>()

function layersIn({ sea, land, line, quiet, surface }: MapColours): LayerSpecification[] {
  const fading = ['interpolate', ['linear'], ['zoom'], 7, 1, countriesEndZoom, 0]
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
      source: sources.countries,
      maxzoom: countriesEndZoom,
      paint: { 'fill-color': land, 'fill-opacity': fading },
    },
    {
      id: 'borders',
      type: 'line',
      source: sources.countries,
      maxzoom: countriesEndZoom,
      paint: { 'line-color': line, 'line-opacity': fading },
    },
    {
      id: 'grid',
      type: 'line',
      source: sources.graticule,
      filter: ['==', ['get', 'kind'], 'line'],
      paint: { 'line-color': line, 'line-opacity': 0.6 },
    },
    {
      id: 'grid-latitudes',
      type: 'symbol',
      source: sources.graticule,
      filter: ['==', ['get', 'kind'], 'left'],
      layout: { ...gridLabel, 'text-anchor': 'bottom-left', 'text-offset': [0.6, -0.2] },
      paint: gridPaint,
    },
    {
      id: 'grid-longitudes',
      type: 'symbol',
      source: sources.graticule,
      filter: ['==', ['get', 'kind'], 'top'],
      layout: { ...gridLabel, 'text-anchor': 'top-left', 'text-offset': [0.4, 0.6] },
      paint: gridPaint,
    },
    {
      id: 'names',
      type: 'symbol',
      source: sources.names,
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
