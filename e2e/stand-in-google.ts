import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StandInGoogle = {
  readonly origin: string
  /** Sets the next responses. Requests wait for this promise. */
  behave(next: Promise<'broken' | 'good'>): void
  /** The paths of all requests so far. */
  readonly asked: readonly string[]
}

/** Does just enough of Google Maps for the product. */
const script = `
  const nothing = class { setMap() {} addListener() { return { remove() {} } } };
  const start = () => { window.google = { maps: {
    Map: class { constructor(element, options) {
      element.textContent = 'Stand-in map: ' + options.mapTypeId + ', zoom ' + options.zoom }
      fitBounds() {} panTo() {} setZoom() {} getZoom() { return 15 } addListener() {} },
    Polygon: class extends nothing { constructor(options) { super(); window.drawn = options } },
    Circle: nothing, Marker: nothing, LatLngBounds: nothing, Size: nothing, Point: nothing } } };
  start();`

/** Starts a stand-in for Google Maps on loopback. It answers with 503 or with a small script. */
export async function startStandInGoogle(): Promise<StandInGoogle> {
  let state: Promise<'broken' | 'good'> = Promise.resolve('broken')
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '')
    if ((await state) === 'broken') return response.writeHead(503).end()
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next) {
      state = next
    },
    asked: requests,
  }
}
