import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectNoBarrier } from '../barriers.ts'
import { password as demoPassword, emailOf, expect, test } from '../fixtures.ts'
import { freshEmail } from '../people.ts'
import { findMessage, openPage, signIn, typePin } from '../screens.ts'

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

/** Differs from the address that the browser uses. */
const publicUrl = 'https://muster.example'
const googleSettings = { MAP_BASE: 'google', GOOGLE_MAPS_KEY: apiKey, GOOGLE_MAPS_URL: origin }
const accountSettings = { EMAIL_CONFIRMATION: '1', LANDING_ADMIN_EMAILS: emailOf('client') }
// One server for all journeys about these settings, which do not affect each other.
test.use({ settings: { ...googleSettings, ...accountSettings, PUBLIC_URL: publicUrl } })

test('the page receives events from its own host', async ({ person, muster }) => {
  const { page } = await person({ as: 'member' })
  const socket = page.waitForEvent('websocket')
  await openPage(page, '/zone-selection')
  await expect(page.getByText(yard).first()).toBeVisible()
  expect(new URL((await socket).url()).host).toBe(new URL(muster.origin).host)
  await muster.sql(
    'delete from zone_assignments where user_id = (select id from user_profiles where email = $1)',
    [emailOf('member')],
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

test('a new account works once its address is confirmed, and the addresses in LANDING_ADMIN_EMAILS start on the admin dashboard', async ({
  person,
  muster,
  watch,
}) => {
  watch.expectRefusal(403)
  watch.expectRefusal(410)
  const { page } = await person()
  const account = { email: freshEmail('Omar Said'), password: 'seven-orange-birds' }
  await openPage(page, '/signup')
  await expect(page.getByLabel('First name')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('seven-orange')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expectNoBarrier(page, '/signup, refused')
  await page.getByLabel('First name').fill('Omar')
  await page.getByLabel('Last name').fill('Said')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Phone').fill('+91 11 5550 0143')
  await page.getByLabel('Date of birth').fill('1989-09-09')
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password').fill(account.password)
  await typePin(page, 'Zone entry PIN', '1357')
  await typePin(page, 'Confirm PIN', '1357')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(findMessage(page, 'Account Created')).toBeVisible()
  await expect(findMessage(page, 'Please check your email to confirm your account.')).toBeVisible()
  await expect(page).toHaveURL(/#\/login/)

  await test.step('before confirmation the correct password does not sign in, and a new email can be requested', async () => {
    await signIn(page, account)
    const refusal = page.getByRole('main').getByRole('alert')
    await expect(refusal).toContainText('Please check your email to confirm your account.')
    await refusal.getByRole('button', { name: 'Send the link again' }).click()
    await expect(page.getByText(/a new link is on its way/)).toBeVisible()
    await expect
      .poll(() => muster.mailbox.subjectsFor(account.email))
      .toEqual(Array(2).fill('Confirm your email address for Muster'))
  })

  await test.step('the link confirms the address together with the password', async () => {
    const link = await muster.mailbox.linkFor(account.email, 'Confirm your email address for Muster')
    expect(link.startsWith(`${publicUrl}/#/`)).toBe(true)
    await page.goto(link.replace(publicUrl, muster.origin))
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
    await expectNoBarrier(page, '/confirm-email')
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await expect(page.getByRole('heading', { name: 'Your email has been confirmed' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to sign in' })).toBeVisible()
    await expectNoBarrier(page, '/confirm-email, confirmed')
  })

  await test.step('a truncated link explains itself and what to do', async () => {
    await openPage(page, '/confirm-email?token=torn')
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Confirm email' }).click()
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await expectNoBarrier(page, '/confirm-email, a link that does not work')
    await page.getByRole('link', { name: 'Go to sign in' }).click()
  })

  await test.step('the person signs in', async () => {
    await signIn(page, account)
    await expect(page).toHaveURL(/#\/zone-selection$/)
    await expect(page.getByRole('img', { name: /^Your user code: / })).toBeVisible()
  })

  await test.step('a person whose address is set lands on the admin dashboard and stays there', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(/#\/login/)
    await signIn(page, { email: emailOf('client'), password: demoPassword })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    // The figures cover the zones that the client admin may see; the request is not rejected.
    const zoneCount = page.getByRole('main').getByText('Your Zones', { exact: true }).locator('..')
    await expect(zoneCount).toHaveText(/^Your Zones[1-9]\d*$/)
    // Wait until the page is idle, because a redirect elsewhere could still follow.
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL(/#\/super-admin-dashboard$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await expect(page.getByText(/(do not|don’t) have permission|for administrators/)).toHaveCount(0)
  })
})
