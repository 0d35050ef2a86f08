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

const yard = 'Yamuna Works Yard'
const title = 'Evacuate past the car park'
const message = 'Gas at the east gate. Walk to the car park.'

test('notifications are turned on and tested; an urgent broadcast reaches the closed app as a push without a position, and a worker in the app', async ({
  person,
  enrol,
  muster,
}) => {
  const pushService = await startStandInPushService()
  try {
    const account = await enrol('Yash Goel', { [yard]: 'app_user' })
    const managerAccount = await enrol('Zoya Ali', { [yard]: 'zone_manager_rw' })
    const { page, context } = await person({ as: account, worker: true })
    await subscribeFake(context, pushService.browser())
    await openPage(page, '/settings/notifications')
    const card = findSettingsCard(page, 'Notifications on this device')

    await test.step('notifications are turned on, and the device is listed', async () => {
      await card.getByRole('button', { name: 'Turn on' }).click()
      // The service worker stores the whole app first.
      await expect(findMessage(page, 'Notifications are on')).toBeVisible({ timeout: 60_000 })
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

    const { page: desk } = await person({ as: managerAccount, inZone: yard })
    const { page: workerPage } = await person({
      as: 'worker',
      viewport: { width: 360, height: 780 },
      touch: true,
    })
    await openPage(workerPage, '/dashboard')
    await expect(workerPage.getByRole('heading', { name: yard })).toBeVisible()

    await test.step('the form says that an urgent broadcast also reaches workers, and keeps what is typed', async () => {
      await openPage(desk, '/broadcasts?send=true')
      const dialog = desk.getByRole('dialog', { name: 'Send New Broadcast' })
      await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
      await dialog.getByRole('textbox', { name: 'Message' }).fill(message)
      await expect(dialog.getByText(/workers? only gets? urgent broadcasts/)).toBeVisible()
      await desk.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await desk.getByRole('button', { name: 'Send New Broadcast' }).click()
      await expect(dialog.getByText('Draft restored')).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
      await dialog.getByText('Urgent', { exact: true }).click()
      await expect(dialog.getByText(/with the role/)).toBeHidden()
      await dialog.getByRole('button', { name: 'Send Broadcast' }).click()
      await expect(findMessage(desk, 'Broadcast sent successfully')).toBeVisible()
    })

    await test.step('the worker sees it live, opens it and reads it', async () => {
      await expect(workerPage.getByRole('img', { name: /unread/ }).first()).toBeVisible()
      await expect(workerPage.getByRole('link', { name: new RegExp(title) })).toBeVisible()
      await openPage(workerPage, '/alerts')
      await workerPage.getByRole('button', { name: new RegExp(`^${title}`) }).tap()
      await expect(findDetails(workerPage, title).getByText(message)).toBeVisible()
      await findDetails(workerPage, title).getByRole('button', { name: 'Close' }).tap()
      await expect(workerPage.getByRole('article').filter({ hasText: title })).toBeVisible()
    })

    await test.step('the push contains neither place nor zone, and its link asks for the PIN and opens the broadcast', async () => {
      const findPush = () => pushService.received.find(({ notice }) => notice.title === title)
      await expect.poll(() => findPush()?.notice.body).toBe(message)
      const zoneId = await findZoneId(muster, yard)
      const text = JSON.stringify(findPush()?.notice)
      for (const secret of [zoneId, '2468', 'latitude', '28.6']) expect(text).not.toContain(secret)
      await openPage(page, String(findPush()?.notice.url).slice(1))
      await enterZone(page, yard)
      await expect(findDetails(page, title).getByText(message)).toBeVisible()
    })

    await test.step('the manager sees who has seen it', async () => {
      await desk.getByRole('button', { name: `View Details of ${title}` }).click()
      const details = findDetails(desk, title)
      await details.getByText('Everyone', { exact: true }).click()
      const recipient = details.getByRole('listitem').filter({ hasText: 'Yash Goel' })
      await expect(recipient).toContainText('Seen')
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
