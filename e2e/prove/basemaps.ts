import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BaseMap } from '@muster/contract/maps.ts'
import type { Page } from '@playwright/test'
import { type MapPage, withMapPage } from '../../bench/map-page.ts'
import { createPmtilesFile } from './basemaps/pmtiles-file.ts'
import { createFullTile } from './basemaps/vector-tile.ts'

/** A layer that the style for PMTiles also draws. */
const layer = 'water'
const tile = createFullTile(layer)
const filesByPath = new Map<string, { type: string; body: Buffer }>([
  ['/stand-in/tile.pbf', { type: 'application/x-protobuf', body: tile }],
  ['/stand-in/town.pmtiles', { type: 'application/octet-stream', body: createPmtilesFile(tile) }],
])

/** A colour that nothing else on the map has. */
const magenta = '#ff00ff'
const createStyle = (tiles: string) => ({
  version: 8,
  sources: { town: { type: 'vector', tiles: [tiles], minzoom: 0, maxzoom: 0 } },
  layers: [
    { id: 'ground', type: 'fill', source: 'town', 'source-layer': layer, paint: { 'fill-color': magenta } },
  ],
})

type Colour = [red: number, green: number, blue: number]

type Case = {
  readonly name: string
  readonly base: (origin: string) => BaseMap
  /** Tests the colour in the middle of the map. If omitted, the built-in map and a notice are expected. */
  readonly drawn?: (red: number, green: number, blue: number) => boolean
}
const isMagenta = (red: number, green: number, blue: number) => red > 240 && green < 15 && blue > 240
/** Returns true for water in the style for PMTiles, which is more blue than red, unlike anything on the built-in map. */
const isWater = (red: number, _green: number, blue: number) => blue - red > 60
/** Returns the stand-in's URL with a host name other than the page's. */
const toOtherHost = (origin: string) => origin.replace('127.0.0.1', 'localhost')
const toStyleMap = (url: string): BaseMap => ({ kind: 'style', url, satelliteUrl: null })
const cases: readonly Case[] = [
  { name: 'OpenFreeMap', base: () => ({ kind: 'openfreemap' }), drawn: isMagenta },
  { name: 'a style address', base: origin => toStyleMap(`${origin}/stand-in/style.json`), drawn: isMagenta },
  {
    name: 'a PMTiles file',
    base: origin => ({ kind: 'pmtiles', url: `${origin}/stand-in/town.pmtiles` }),
    drawn: isWater,
  },
  {
    name: 'a style that is slow',
    base: origin => toStyleMap(`${origin}/stand-in/slow.json`),
    drawn: isMagenta,
  },
  { name: 'a style that hangs', base: origin => toStyleMap(`${origin}/stand-in/hangs.json`) },
  { name: 'a style whose tiles hang', base: origin => toStyleMap(`${origin}/stand-in/tiles-hang.json`) },
  { name: 'a style that is gone', base: origin => toStyleMap(`${origin}/stand-in/gone.json`) },
  {
    name: 'a style whose tiles are gone',
    base: origin => toStyleMap(`${origin}/stand-in/without-tiles.json`),
  },
  {
    name: 'a PMTiles file that is gone',
    base: origin => ({ kind: 'pmtiles', url: `${origin}/stand-in/gone.pmtiles` }),
  },
]

/**
 * Draws base maps from OpenFreeMap, a style and a PMTiles file in a real browser, from tiles generated here. Checks that the
 * built-in map and one notice replace a map that is unavailable. Returns true if all cases pass.
 */
export async function proveBaseMaps(): Promise<boolean> {
  const results = await withMapPage(async page => {
    const outcomes: boolean[] = []
    for (const baseMapCase of cases) outcomes.push(await isDrawn(page, baseMapCase))
    return outcomes
  }, serve)
  return results.every(Boolean)
}

async function isDrawn({ browser, origin, address }: MapPage, { name, base, drawn }: Case): Promise<boolean> {
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } })
  try {
    await page.goto(`${address}?openfreemap=${toOtherHost(origin)}/stand-in`)
    await page.waitForFunction('window.bench')
    await page.evaluate(`bench.draw(${JSON.stringify(base(toOtherHost(origin)))})`)
    const condition = drawn ? `bench.isDrawn()` : `bench.failures() === 1 && bench.isDrawn()`
    await page.waitForFunction(condition, undefined, { timeout: 20_000 })
    const isShown = (colour: Colour) =>
      drawn ? drawn(...colour) : !isMagenta(...colour) && !isWater(...colour)
    let colour = await readCentreColour(page)
    // Poll, because tiles can arrive at any time.
    for (const deadline = Date.now() + 15_000; !isShown(colour) && Date.now() < deadline; ) {
      colour = await readCentreColour(page)
    }
    const failures = await page.evaluate('bench.failures()')
    const isCorrect = isShown(colour) && failures === (drawn ? 0 : 1)
    const expectation = drawn ? 'drawn' : 'the built-in map in its place, said once'
    console.log(
      `${isCorrect ? 'holds ' : 'FAILS '} ${name}: ${expectation} (rgb ${colour.join(' ')}, told ${failures})`,
    )
    return isCorrect
  } catch (error) {
    console.log(`FAILS  ${name}: ${error instanceof Error ? error.message : error}`)
    return false
  } finally {
    await page.close()
  }
}

function serve(request: IncomingMessage, response: ServerResponse): boolean {
  const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`)
  if (!pathname.startsWith('/stand-in/')) return false
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', 'range')
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end()
    return true
  }
  // Never respond, so that the browser times out.
  if (/hangs\.\w+$/.test(pathname)) return true
  const tilesByStylePath: Record<string, string> = {
    '/stand-in/style.json': `${origin}/stand-in/tile.pbf`,
    '/stand-in/styles/positron': `${origin}/stand-in/tile.pbf`,
    '/stand-in/slow.json': `${origin}/stand-in/tile.pbf`,
    '/stand-in/tiles-hang.json': `${origin}/stand-in/hangs.pbf`,
    '/stand-in/without-tiles.json': `${origin}/stand-in/no-tile.pbf`,
  }
  const tiles = tilesByStylePath[pathname]
  const file = filesByPath.get(pathname)
  if (tiles) {
    const respond = () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(createStyle(tiles)))
    setTimeout(respond, pathname.includes('slow') ? 2_500 : 0)
  } else if (!file) response.writeHead(503).end()
  else sendPart(file, request, response)
  return true
}

/** Sends the whole file or the requested bytes, as any server with PMTiles files does. */
function sendPart(
  { type, body }: { type: string; body: Buffer },
  request: IncomingMessage,
  response: ServerResponse,
) {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (!range) return response.writeHead(200, { 'content-type': type }).end(body)
  const from = Number(range[1])
  const to = Math.min(Number(range[2]), body.length - 1)
  const headers = { 'content-type': type, 'content-range': `bytes ${from}-${to}/${body.length}` }
  response.writeHead(206, headers).end(body.subarray(from, to + 1))
}

/**
 * Reads the colour from a screenshot rather than the canvas, as a person sees it. Samples a pixel slightly off the middle, because
 * lines of the grid may run through the middle.
 */
async function readCentreColour(page: Page): Promise<Colour> {
  const picture = (await page.screenshot()).toString('base64')
  return page.evaluate<Colour>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${picture}'
    await image.decode()
    const pen = document.createElement('canvas').getContext('2d')
    pen.drawImage(image, -207, -157)
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)
  })()`)
}
