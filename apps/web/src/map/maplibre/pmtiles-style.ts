import { layers, namedFlavor } from '@protomaps/basemaps'
import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl'
import { Protocol } from 'pmtiles'

let isKnown = false

/** Streets and houses out of one file in the schema of Protomaps. Its pictures lie on their server and are left out. */
export function pmtilesStyle(address: string, dark: boolean): StyleSpecification {
  if (!isKnown) addProtocol('pmtiles', new Protocol().tile)
  isKnown = true
  const url = `pmtiles://${new URL(address, window.location.href).href}`
  const drawn = layers('streets', namedFlavor(dark ? 'dark' : 'light'), {
    lang: 'en',
  }) as LayerSpecification[]
  return {
    version: 8,
    sources: {
      streets: { type: 'vector', url, attribution: '© OpenStreetMap contributors' },
    },
    layers: drawn.filter(layer => !(layer.type === 'symbol' && layer.layout?.['icon-image'])),
  }
}
