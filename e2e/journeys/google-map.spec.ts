import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../fixtures.ts'

/**
 * The next response of the stand-in for Google Maps. Requests wait for this promise. If it resolves to `good`, the response is a
 * script that does just enough for the product; otherwise it is 503.
 */
let scriptState: Promise<'broken' | 'good'> = Promise.resolve('broken')
const script = `
  const nothing = class { setMap() {} addListener() { return { remove() {} } } };
  const start = () => { window.google = { maps: {
    Map: class { constructor(element, options) {
      element.textContent = 'Stand-in map: ' + options.mapTypeId + ', zoom ' + options.zoom } 
      fitBounds() {} panTo() {} setZoom() {} getZoom() { return 15 } addListener() {} },
    Polygon: class extends nothing { constructor(options) { super(); window.drawn = options } },
    Circle: nothing, Marker: nothing, LatLngBounds: nothing, Size: nothing, Point: nothing } } };
  start();`
let requests: string[] = []
const standIn = createServer(async (request, response) => {
  requests.push(request.url ?? '')
  if ((await scriptState) === 'broken') return response.writeHead(503).end()
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
})
await new Promise<void>(ready => standIn.listen(0, '127.0.0.1', ready))
standIn.unref()
const origin = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`
const apiKey = 'a-key-of-the-journeys'

test.use({ settings: { MAP_BASE: 'google', GOOGLE_MAPS_KEY: apiKey, GOOGLE_MAPS_URL: origin } })

test('Google’s map shows that it is loading and gives way to the built-in map when unavailable, and Retry brings it back', async ({
  person,
  watch,
}) => {
  watch.expectOrigin(origin)
  watch.expectRefusal(503)
  requests = []
  scriptState = Promise.resolve('broken')
  const { page } = await person({ as: 'super' })
  await page.goto('/#/zone-selector')
  const map = page.getByRole('region', { name: /^Map of / })
  await expect(map.getByText('Google Maps couldn’t be loaded.')).toBeVisible()
  // The zone is drawn anyway.
  await expect(map.locator('canvas')).toBeVisible()
  expect(requests.length).toBe(2)
  expect(requests[0]).toBe(`/maps/api/js?key=${apiKey}&libraries=places%2Cgeometry&language=en&region=IN`)

  const { promise, resolve } = Promise.withResolvers<'good'>()
  scriptState = promise
  await map.getByRole('button', { name: 'Retry' }).click()
  await expect(map.getByText('Loading the map…')).toBeVisible()
  resolve('good')
  await expect(map.getByText('Stand-in map: hybrid, zoom 15')).toBeVisible()
  const drawnPolygon = await page.evaluate(
    () => (window as unknown as { drawn: { fillColor: string } }).drawn,
  )
  expect(drawnPolygon).toMatchObject({
    fillColor: '#DC6068',
    fillOpacity: 0.25,
    strokeColor: '#DC6068',
    strokeWeight: 2,
  })
})
