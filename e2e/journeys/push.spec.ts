import { startStandInPushService } from '@muster/server/src/features/push/testing/stand-in-push-service.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { findZoneId } from '../people.ts'
import { enterZone, findDetails, findMessage, findSettingsCard, openPage } from '../screens.ts'

type Subscription = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
type ShownNotification = { title: string; body: string; tag: string; data: unknown }

/**
 * Grants the permission for notifications and makes the page subscribe to the stand-in push service, because a headless browser has
 * no push service and denies notifications even when allowed.
 */
async function subscribeFake(context: BrowserContext, { endpoint, ...keys }: Subscription) {
  await context.grantPermissions(['notifications'])
  await context.addInitScript(
    ([address, secrets]) => {
      let subscription: PushSubscription | null = null
      PushManager.prototype.getSubscription = async () => subscription
      PushManager.prototype.subscribe = async options => {
        const unsubscribe = async () => {
          subscription = null
          return true
        }
        const toJSON = () => ({ endpoint: address, keys: secrets })
        subscription = { options, toJSON, unsubscribe } as unknown as PushSubscription
        return subscription
      }
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    },
    [endpoint, keys] as const,
  )
}

/** Returns the page's service worker, changed to record notifications instead of showing them. */
async function findWorker(context: BrowserContext) {
  const [running] = context.serviceWorkers()
  const worker = running ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const shownNotifications: object[] = []
    Object.assign(globalThis, { shown: shownNotifications })
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data } = {}) => {
      shownNotifications.push({ title, body, tag, data })
    }
  })
  return {
    shown: () => worker.evaluate(() => (globalThis as unknown as { shown: ShownNotification[] }).shown),
  }
}

/** Delivers data to the page's service worker as a push service would. */
async function deliver(page: Page, data: string) {
  const devtools = await page.context().newCDPSession(page)
  const registrationPromise = new Promise<string>(resolve =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationPromise,
    data,
  })
}

test('notifications are turned on, and a test notification arrives encrypted and is shown by the service worker', async ({
  person,
  enrol,
  muster,
}) => {
  const pushService = await startStandInPushService()
  try {
    const { page, context } = await person({ as: await enrol('Noor Khan'), worker: true })
    await subscribeFake(context, pushService.browser())
    await openPage(page, '/settings/notifications')
    const card = findSettingsCard(page, 'Notifications on this device')

    await test.step('notifications are turned on, and the device is listed', async () => {
      await card.getByRole('button', { name: 'Turn on' }).click()
      await expect(findMessage(page, 'Notifications are on')).toBeVisible()
      await expect(card.getByRole('listitem')).toContainText('This device')
    })

    await test.step('a test notification is encrypted for this browser and shown', async () => {
      const worker = await findWorker(context)
      await card.getByRole('button', { name: /^Send test/ }).click()
      await expect(findMessage(page, 'Test sent')).toBeVisible()
      const [push] = pushService.received
      await deliver(page, JSON.stringify(push?.notice))
      const { body } = push?.notice ?? {}
      await expect
        .poll(worker.shown)
        .toEqual([
          { title: 'Notifications are on', body, tag: 'test', data: { url: '#/settings/notifications' } },
        ])
    })

    await test.step('the service worker is served uncached and within the policy', async () => {
      const workerResponse = await page.request.get(`${muster.origin}/sw.js`)
      expect(workerResponse.headers()).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': expect.stringContaining('javascript'),
        'content-security-policy': expect.stringContaining("default-src 'self'"),
      })
    })

    await test.step('after sign-out the server stores no subscription', async () => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click()
      await expect(page).toHaveURL(/#\/login/)
      expect(await muster.sql('select from push_subscriptions')).toEqual([])
    })
  } finally {
    await pushService.stop()
  }
})

test('an urgent broadcast is pushed without a position to people with the app closed, and opens the broadcast', async ({
  person,
  enrol,
  muster,
}) => {
  const yard = 'Yamuna Works Yard'
  const pushService = await startStandInPushService()
  try {
    const worker = await enrol('Yash Goel', { [yard]: 'app_user' })
    const managerAccount = await enrol('Zoya Ali', { [yard]: 'zone_manager_rw' })
    const { page, context } = await person({ as: worker, worker: true })
    await subscribeFake(context, pushService.browser())
    await openPage(page, '/settings/notifications')
    const card = findSettingsCard(page, 'Notifications on this device')
    await card.getByRole('button', { name: 'Turn on' }).click()
    await expect(findMessage(page, 'Notifications are on')).toBeVisible()

    const { page: desk } = await person({ as: managerAccount, worker: true })
    await openPage(desk, '/zone-selection')
    await enterZone(desk, yard)
    await openPage(desk, '/broadcasts?send=1')
    const dialog = desk.getByRole('dialog', { name: 'Send New Broadcast' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Leave the yard now')
    await dialog.getByRole('textbox', { name: 'Message' }).fill('By the north gate.')
    await dialog.getByText('Urgent', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Send Broadcast' }).click()
    await expect(findMessage(desk, 'Broadcast sent successfully')).toBeVisible()

    const findPush = () => pushService.received.find(({ notice }) => notice.title === 'Leave the yard now')
    await expect.poll(() => findPush()?.notice.body).toBe('By the north gate.')
    const zoneId = await findZoneId(muster, yard)
    const text = JSON.stringify(findPush()?.notice)
    for (const secret of [zoneId, '2468', 'latitude', '28.6']) expect(text).not.toContain(secret)
    // The link first asks for the zone's PIN, then opens the broadcast.
    await openPage(page, String(findPush()?.notice.url).slice(1))
    await enterZone(page, yard)
    await expect(findDetails(page, 'Leave the yard now').getByText('By the north gate.')).toBeVisible()

    await desk.getByRole('button', { name: 'View Details of Leave the yard now' }).click()
    const details = findDetails(desk, 'Leave the yard now')
    await details.getByText('Everyone', { exact: true }).click()
    const recipient = details.getByRole('listitem').filter({ hasText: 'Yash Goel' })
    await expect(recipient).toContainText('Seen')
  } finally {
    await pushService.stop()
  }
})
