import type { Route } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { enterZone, open, places } from '../screens.ts'

const zone = 'India Gate Rally Point'
const there = { latitude: 28.6129, longitude: 77.2295 }

test('a reload, a closed tab and a restarted server lose nothing that was acknowledged', async ({
  person,
  muster,
  watch,
}) => {
  watch.expectDisconnect()
  const { page, context } = await person({ as: 'member', at: there })
  await open(page, '/zone-selection')
  await enterZone(page, zone)
  await open(page, '/my-zones')
  const card = page.getByRole('article', { name: zone })
  await card.getByRole('button', { name: 'Check Position' }).click()
  await expect(card.getByText(`You are INSIDE ${zone}!`)).toBeVisible()

  await test.step('a hard reload keeps session, zone and presence', async () => {
    await page.reload()
    await expect(page).toHaveURL(/#\/my-zones/)
    await expect(card.getByText('Inside', { exact: true })).toBeVisible()
    await expect(card.getByText(/Last check/)).toBeVisible()
  })

  await test.step('a new tab after a closed one is still signed in', async () => {
    await page.close()
    const again = await context.newPage()
    await open(again, '/zone-selection')
    await expect(again.getByRole('article', { name: zone })).toBeVisible()
    await again.close()
  })

  await test.step('a server that restarts: the same screen goes on, live', async () => {
    const { page: watcher } = await person({ as: 'client' })
    await open(watcher, '/zone-selection')
    await watcher.getByRole('article', { name: zone }).getByRole('button', { name: 'Select Zone' }).click()
    await expect(watcher).toHaveURL(/#\/dashboard/)
    await open(watcher, '/zone-manager')
    const arjun = watcher.getByRole('article', { name: 'Arjun Singh' })
    await expect(arjun.getByText('Inside Zone')).toBeVisible()

    await muster.restart()

    await expect(arjun.getByText('Inside Zone')).toBeVisible()
    await expect(watcher.getByText(/Reconnecting|Not live/)).toHaveCount(0, { timeout: 40_000 })
    const member = await context.newPage()
    await context.setGeolocation({ accuracy: 5, ...places.farAway })
    await open(member, '/zone-selection')
    await enterZoneOrSelect(member)
    await open(member, '/my-zones')
    const mine = member.getByRole('article', { name: zone })
    await expect(mine.getByText('Inside', { exact: true })).toBeVisible()
    await mine.getByRole('button', { name: 'Check Position' }).click()
    await expect(mine.getByText(`You are OUTSIDE ${zone}`)).toBeVisible()
    await expect(arjun.getByText('Outside Zone')).toBeVisible()
  })
})

/** The entry of the session outlives the server: no PIN again. */
async function enterZoneOrSelect(page: Parameters<typeof open>[0]): Promise<void> {
  await page.getByRole('article', { name: zone }).getByRole('button', { name: 'Enter Zone' }).click()
  await expect(page).toHaveURL(/#\/dashboard/)
}

test('a check that gets no answer waits on the device, past a dead server and a reload, sends itself and counts once', async ({
  person,
  enrol,
  muster,
  watch,
}) => {
  watch.expectDisconnect()
  const account = await enrol('Farid Noor', { [zone]: 'app_user' })
  const { page, context } = await person({ as: account, at: there })
  await open(page, '/zone-selection')
  await enterZone(page, zone)
  await open(page, '/my-zones')
  const card = page.getByRole('article', { name: zone })
  const waiting = card.getByRole('status', { name: `Checks of ${zone} not recorded yet` })
  const recorded = async () => {
    const sql = 'select count(*)::int as checks from position_checks where user_id = $1'
    return (await muster.sql(sql, [account.userId]))[0]?.checks
  }
  const isWaiting = () => expect(waiting).toContainText(/Waiting to send\s*Read at \d\d:\d\d/)

  await test.step('the server records it, and its answer does not arrive', async () => {
    const dropAnswer = async (route: Route) => {
      expect((await route.fetch()).status()).toBe(200)
      await route.abort('connectionfailed')
    }
    await page.route('**/rpc/presence/checkUserInZone', dropAnswer, { times: 1 })
    await card.getByRole('button', { name: 'Check Position' }).click()
    await isWaiting()
    expect(await recorded()).toBe(1)
  })

  await test.step('sent again, it meets a server that is away', async () => {
    await muster.kill()
    await card.getByRole('button', { name: 'Send now' }).click()
    await isWaiting()
    await page.route('**/rpc/presence/checkUserInZone', route => route.abort('connectionfailed'))
    await muster.start()
  })

  await test.step('a reload keeps it', async () => {
    await page.reload()
    await isWaiting()
    expect(await recorded()).toBe(1)
  })

  await test.step('the network is back: it sends itself, as one check and one visit, and the manager sees it', async () => {
    await page.unrouteAll()
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(waiting).toBeEmpty()
    await expect(card.getByText('Inside', { exact: true })).toBeVisible()
    expect(await recorded()).toBe(1)
    const { token } = await muster.signIn(account)
    const { zones } = (await muster.call('GET', '/presence/mine', { token })) as {
      zones: { presence: string; recent: unknown[] }[]
    }
    expect(zones).toMatchObject([{ presence: 'inside', recent: [{ exitTime: null }] }])
    const { page: manager } = await person({ as: 'client' })
    await open(manager, '/zone-selection')
    await manager.getByRole('article', { name: zone }).getByRole('button', { name: 'Select Zone' }).click()
    await open(manager, '/zone-manager')
    await expect(manager.getByRole('article', { name: 'Farid Noor' }).getByText('Inside Zone')).toBeVisible()
  })
})
