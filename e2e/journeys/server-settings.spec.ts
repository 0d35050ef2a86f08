import { emailOf, expect, test } from '../fixtures.ts'
import { ownSettings } from '../own-settings.ts'
import { openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test.use({ settings: ownSettings })

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
