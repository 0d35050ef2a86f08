import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../fixtures.ts'
import { openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'

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

const googleSettings = { MAP_BASE: 'google', GOOGLE_MAPS_KEY: apiKey, GOOGLE_MAPS_URL: origin }
// The public URL differs from the one the browser uses.
test.use({ settings: { ...googleSettings, PUBLIC_URL: 'https://muster.example' } })

test('the page receives events from its own host', async ({ person, enrol, muster }) => {
  const account = await enrol('Ravi Menon', { [yard]: 'app_user' })
  const { page } = await person({ as: account })
  const socket = page.waitForEvent('websocket')
  await openPage(page, '/zone-selection')
  await expect(page.getByText(yard).first()).toBeVisible()
  expect(new URL((await socket).url()).host).toBe(new URL(muster.origin).host)
  await muster.sql(
    'delete from zone_assignments where user_id = (select id from user_profiles where user_code = $1)',
    [account.userCode],
  )
  await expect(page.getByText('You don’t belong to a zone yet')).toBeVisible()
})

test('a script on the page cannot open sockets to other hosts', async ({ browser, muster }) => {
  // Use a separate page, because a console error is expected here.
  const page = await browser.newPage({ baseURL: muster.origin })
  await page.goto('/')
  const readRefusal = (url: string) =>
    page.evaluate(
      address =>
        new Promise<string>(resolve => {
          document.addEventListener('securitypolicyviolation', event => {
            // A library on the page probes at some point whether it may compile code at run time; ignore that violation.
            if (event.effectiveDirective === 'connect-src')
              resolve(`${event.effectiveDirective} ${event.blockedURI}`)
          })
          const attempt = new WebSocket(address)
          attempt.onopen = () => resolve('open')
        }),
      url,
    )
  expect(await readRefusal(`${muster.origin.replace('http', 'ws')}/live`)).toBe('open')
  expect(await readRefusal('wss://elsewhere.example/')).toMatch(/^connect-src wss:\/\/elsewhere\.example/)
  await page.close()
})

test('long responses arrive compressed', async ({ muster }) => {
  const page = await (await fetch(muster.origin)).text()
  const files = [...page.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path)
  let compressedCount = 0
  for (const path of [...files, '/api/openapi.json']) {
    const response = await fetch(`${muster.origin}${path}`, { headers: { 'accept-encoding': 'gzip, br' } })
    const { headers } = response
    // Short responses gain nothing from compression.
    if ((await response.arrayBuffer()).byteLength < 1_024) continue
    compressedCount++
    expect([path, headers.get('content-encoding'), headers.get('vary')]).toEqual([
      path,
      'br',
      expect.stringMatching(/accept-encoding/i),
    ])
  }
  expect(compressedCount).toBeGreaterThan(2)
})

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
