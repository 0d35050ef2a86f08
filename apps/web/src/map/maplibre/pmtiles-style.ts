import { layers, namedFlavor } from '@protomaps/basemaps'
import { addProtocol, type LayerSpecification, type StyleSpecification } from 'maplibre-gl'
import { PMTiles, Protocol, type RangeResponse, type Source } from 'pmtiles'
import { getMapFetcher } from './map-fetch.ts'
import { isOutside } from './outside-protocol.ts'

let protocol: Protocol | undefined

/** Needs a single file in the Protomaps schema, without its sprites, which are on the Protomaps server. */
export function createPmtilesStyle(
  address: string,
  { dark, fetcher }: { dark: boolean; fetcher: string },
): StyleSpecification {
  if (!protocol) {
    protocol = new Protocol()
    addProtocol('pmtiles', protocol.tile)
  }
  const fileUrl = new URL(address, window.location.href).href
  // The page fetches a file of our own. A file on another host is fetched by a worker, which is permitted to do so.
  if (isOutside(fileUrl)) protocol.add(new PMTiles(createFileSource(fileUrl, fetcher)))
  const themeLayers = layers('streets', namedFlavor(dark ? 'dark' : 'light'), {
    lang: 'en',
  }) as LayerSpecification[]
  return {
    version: 8,
    sources: {
      streets: { type: 'vector', url: `pmtiles://${fileUrl}`, attribution: '© OpenStreetMap contributors' },
    },
    layers: themeLayers.filter(layer => !(layer.type === 'symbol' && layer.layout?.['icon-image'])),
  }
}

function createFileSource(file: string, fetcher: string): Source {
  return {
    getKey: () => file,
    async getBytes(offset, length, signal): Promise<RangeResponse> {
      const headers = { range: `bytes=${offset}-${offset + length - 1}` }
      const { status, body, kept } = await getMapFetcher(fetcher).fetch(file, { headers, signal })
      if (status !== 206) throw new Error(`The file of the map was answered with ${status}`)
      return {
        data: body,
        etag: kept.etag ?? undefined,
        cacheControl: kept.cacheControl ?? undefined,
        expires: kept.expires ?? undefined,
      }
    },
  }
}
