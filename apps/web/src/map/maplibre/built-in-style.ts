import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { featuresOf } from '../features.ts'
import type { MapColours } from '../map-colours.ts'
import { loadWorld } from './world.ts'

/** Set on every move of the map, to the lines of the view. */
export const graticuleSource = 'graticule'

/** Drawn on this machine by the browser's own fonts: without a glyph server, the map asks nobody for letters. */
export const mapFont = ['Inter Variable', 'sans-serif']

/**
 * The base map that needs no key and no network: the countries of the earth, and a graticule that gives measure where
 * countries say nothing any more. The outlines are made for maps of whole countries, kilometres off at a street's scale, so
 * they fade out before they could lie.
 */
export async function builtInStyle(colours: MapColours): Promise<StyleSpecification> {
  const world = await loadWorld()
  return {
    version: 8,
    sources: {
      countries: {
        type: 'geojson',
        data: world.countries,
        maxzoom: 8,
        attribution: 'Natural Earth',
      },
      names: { type: 'geojson', data: world.names, maxzoom: 8 },
      [graticuleSource]: { type: 'geojson', data: featuresOf([]) },
    },
    layers: layersIn(colours),
  }
}

function layersIn({ sea, land, line, quiet, surface }: MapColours): LayerSpecification[] {
  const fading = ['interpolate', ['linear'], ['zoom'], 7, 1, 9, 0]
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
      paint: { 'background-color': ['interpolate', ['linear'], ['zoom'], 7, sea, 9, land] },
    },
    {
      id: 'countries',
      type: 'fill',
      source: 'countries',
      maxzoom: 9,
      paint: { 'fill-color': land, 'fill-opacity': fading },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'countries',
      maxzoom: 9,
      paint: { 'line-color': line, 'line-opacity': fading },
    },
    {
      id: 'grid',
      type: 'line',
      source: graticuleSource,
      filter: ['==', ['get', 'kind'], 'line'],
      paint: { 'line-color': line, 'line-opacity': 0.6 },
    },
    {
      id: 'grid-latitudes',
      type: 'symbol',
      source: graticuleSource,
      filter: ['==', ['get', 'kind'], 'left'],
      layout: { ...gridLabel, 'text-anchor': 'bottom-left', 'text-offset': [0.6, -0.2] },
      paint: gridPaint,
    },
    {
      id: 'grid-longitudes',
      type: 'symbol',
      source: graticuleSource,
      filter: ['==', ['get', 'kind'], 'top'],
      layout: { ...gridLabel, 'text-anchor': 'top-left', 'text-offset': [0.4, 0.6] },
      paint: gridPaint,
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'names',
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
