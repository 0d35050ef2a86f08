import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../fixtures.ts'
import { installApp, waitUntilCached } from '../installed-app.ts'
import { createGroup, findZoneId, password, toEmail } from '../people.ts'
import { drawPng, enterZone, places } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const phoneViewport = { width: 360, height: 780 }
const hourMs = 60 * 60 * 1_000

test('in aeroplane mode everything already viewed stays readable; actions are sent later, once, with their original time; a new version waits until it is accepted', async ({
  enrol,
  muster,
}) => {
  // The browser starts three times and caches the whole app.
  test.slow()
  // The app only starts offline on the dashboard while the member has a single zone.
  const account = await enrol('Olga Tiwari', { [yard]: 'app_user' })
  await createGroup(muster, yard, { email: toEmail('manager'), password }, 'Tunnel crew', [account])
  const session = await muster.signIn(account)
  const versionServer = await publishVersions(muster.origin)
  const app = await installApp(versionServer.origin, { session, at: places.inYard, viewport: phoneViewport })
  try {
    let page = await app.start('/zone-selection')
    await enterZone(page, yard)
    await waitUntilCached(page)
    const zonePath = `/zones/${await findZoneId(muster, yard)}`
    const headingsByPath: Record<string, RegExp> = {
      '/dashboard': /Welcome/,
      '/my-zones': /^Zone: Yamuna/,
      [zonePath]: /Yamuna/,
      '/alerts': /Alerts/,
      '/broadcasts': /Broadcasts/,
      '/hazards': /Notifications/,
      '/documents': /Files & Folders/,
      '/my-groups': /My Groups/,
    }
    const findHeading = () => page.getByRole('heading', { level: 1 })
    for (const [path, title] of Object.entries(headingsByPath)) {
      await page.goto(`/#${path}`)
      await expect(findHeading()).toHaveText(title)
      await expect(page.locator('main [data-skeleton], main .mantine-Skeleton-root')).toHaveCount(0)
    }
    await page
      .getByRole('link', { name: /^Open Chat of/ })
      .first()
      .click()
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()
    const roomPath = new URL(page.url()).hash.slice(1)
    const picture = await drawPng(page, 64, 48)
    // Responses are stored a moment after they are shown.
    await expect.poll(() => countCachedReads(page)).toBeGreaterThan(10)
    await page.waitForTimeout(2_500)

    await test.step('killed and started without server or network, every screen is shown with its age', async () => {
      await app.kill()
      await muster.kill()
      page = await app.start('/dashboard')
      await app.setOffline(true)
      for (const [path, title] of Object.entries(headingsByPath)) {
        await page.goto(`/#${path}`)
        await expect(findHeading()).toHaveText(title)
        await expect(page.getByText(/You’re offline\. This data is from .* ago/).first(), path).toBeVisible()
      }
      await page.goto('/#/reports')
      await expect(page.getByRole('heading', { name: 'Not on this device yet' })).toBeVisible()
    })

    const createdAt = Date.now() - 2 * hourMs
    await test.step('a check, a message and a report with a picture are stored, even when the browser is killed', async () => {
      await page.goto('/#/my-zones')
      await page.getByRole('button', { name: 'Check Position' }).first().click()
      await expect(page.getByText('Probably inside Yamuna Works Yard, not sent yet')).toBeVisible()
      // Set the clock back, as if this happened two hours ago.
      await page.clock.setFixedTime(createdAt)
      await page.goto(`/#${roomPath}`)
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Written in the tunnel')
      await page.keyboard.press('Enter')
      await expect(page.getByText(/Queued/)).toBeVisible()
      await page.goto('/#/hazards?report=1')
      await page.getByLabel('Title').fill('Loose railing in the tunnel')
      await page.getByLabel('Description').fill('On the second landing')
      await page
        .getByTestId('file-input')
        .setInputFiles({ name: 'railing.png', mimeType: 'image/png', buffer: picture })
      await page.getByRole('button', { name: 'Report Notification' }).click()
      await expect(page.getByText('4 items are waiting to be sent.')).toBeVisible()
      await expect(page.getByRole('list', { name: 'Not sent yet' })).toContainText(
        'Loose railing in the tunnel',
      )
      await app.kill()
      page = await app.start('/waiting')
      for (const title of [
        'Position check',
        'Written in the tunnel',
        'Loose railing in the tunnel',
        'railing.png',
      ])
        await expect(page.getByRole('listitem').filter({ hasText: title }).first()).toContainText('Queued')
    })

    await test.step('back online each is sent once, shown as confirmed, and carries its original time', async () => {
      await muster.start()
      for (const title of [
        'Position check',
        'Written in the tunnel',
        'Loose railing in the tunnel',
        'railing.png',
      ])
        await expect(page.getByRole('listitem').filter({ hasText: title }).first()).toContainText(
          'Confirmed',
          {
            timeout: 60_000,
          },
        )
      await expect(page.getByRole('listitem').filter({ hasText: 'Position check' }).first()).toContainText(
        'You are INSIDE Yamuna Works Yard!',
      )
      await page.reload()
      await expect(page.getByRole('region', { name: 'Not sent yet' })).toHaveCount(0)
      const messages = await muster.sql(
        "select written_at from group_messages where message_text = 'Written in the tunnel'",
      )
      const reports = await muster.sql(
        "select created_at, cardinality(photo_urls) as files from hazards where title = 'Loose railing in the tunnel'",
      )
      expect([messages.length, reports.length, reports[0]?.files]).toEqual([1, 1, 1])
      for (const at of [messages[0]?.written_at, reports[0]?.created_at])
        expect(Math.abs(Number(at) - createdAt)).toBeLessThan(60_000)
      const checks = await muster.sql(
        `select captured_at, received_at from position_checks where user_id = $1
         order by received_at desc limit 1`,
        [account.userId],
      )
      expect(Number(checks[0]?.received_at) - Number(checks[0]?.captured_at)).toBeGreaterThan(3_000)
    })

    await test.step('a new version waits until the person accepts it, and an open form stays intact', async () => {
      await page.goto('/#/hazards?report=1')
      const title = page.getByLabel('Title')
      await title.fill('Half written')
      versionServer.update()
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
      await expect(page.getByText('Muster was updated')).toBeVisible()
      await expect(title).toHaveValue('Half written')
      const isWaiting = () =>
        page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
      expect(await isWaiting()).toBe(true)
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.locator('script[src$="?new"]')).toHaveCount(1)
      await expect.poll(isWaiting).toBe(false)
      await expect(page.getByLabel('Title')).toHaveValue('Half written')
    })
  } finally {
    await app.remove()
    versionServer.stop()
  }
})

/** Returns the number of responses that the app has stored in the browser. */
const countCachedReads = (page: import('@playwright/test').Page) =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const openRequest = indexedDB.open('muster.kept')
        openRequest.onsuccess = () => {
          const count = openRequest.result.transaction('reads').objectStore('reads').count()
          count.onsuccess = () => {
            openRequest.result.close()
            resolve(count.result)
          }
        }
      }),
  )

/** Proxies the server and can simulate a new version of the app by changing the URL of its first script. */
async function publishVersions(origin: string) {
  let isNew = false
  const server: Server = createServer((request, response) => {
    const { method, url, headers } = request
    const isVersioned = url === '/sw.js' || url === '/'
    // Forward the request without compression and conditions, so that the whole response comes back.
    const { 'accept-encoding': _, 'if-none-match': __, 'if-modified-since': ___, ...plainHeaders } = headers
    const proxyRequest = ask(
      new URL(url ?? '/', origin),
      { method, headers: isVersioned ? plainHeaders : headers },
      proxied => {
        if (!isVersioned) {
          response.writeHead(proxied.statusCode ?? 502, proxied.headers)
          return proxied.pipe(response)
        }
        const chunks: Buffer[] = []
        proxied.on('data', chunk => chunks.push(chunk))
        proxied.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const { 'content-length': ____, ...otherHeaders } = proxied.headers
          response.writeHead(proxied.statusCode ?? 502, otherHeaders)
          response.end(isNew ? text.replace(/(assets\/index-[\w-]+\.js)/g, '$1?new') : text)
        })
      },
    )
    proxyRequest.on('error', () => response.destroy())
    request.pipe(proxyRequest)
  })
  // The feed.
  server.on('upgrade', ({ url, headers }, socket, head) => {
    const proxyRequest = ask(new URL(url ?? '/', origin), { headers })
    proxyRequest.on('error', () => socket.destroy())
    proxyRequest.on('response', () => socket.destroy())
    proxyRequest.on('upgrade', (response, feed, firstBytes) => {
      const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      socket.write(firstBytes)
      feed.write(head)
      feed.on('error', () => socket.destroy())
      socket.on('error', () => feed.destroy())
      feed.pipe(socket).pipe(feed)
    })
    proxyRequest.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    update: () => {
      isNew = true
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
