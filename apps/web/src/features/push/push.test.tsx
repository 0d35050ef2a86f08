import type { PushDevice } from '@muster/contract/push.ts'
import type { PushOutcome } from '@muster/domain/push.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { sessionStore } from '../../lib/session-store.ts'
import { answer, failNetwork, fakeServer, type Handlers } from '../../testing/fake-server.ts'
import { aProfile, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { pushChoice } from './renew-subscription.ts'
import { fakeBrowser } from './testing/fake-browser.ts'

const userId = aProfile().id
const phoneUserAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
const aDevice = (changes: Partial<PushDevice> = {}): PushDevice => ({
  id: '0192f0c0-0000-7000-8000-0000000000aa',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
  createdAt: '2026-11-20T09:00:00.000Z',
  lastSentAt: null,
  current: true,
  ...changes,
})
const otherDevice = aDevice({
  id: '0192f0c0-0000-7000-8000-0000000000ab',
  userAgent: phoneUserAgent,
  current: false,
})

let browser: ReturnType<typeof fakeBrowser> | undefined
afterEach(() => {
  browser?.clean()
  browser = undefined
})

/** Opens the settings with a server that stores the person's devices. */
async function openCard(
  options: Parameters<typeof fakeBrowser>[0] | null,
  devices: PushDevice[] = [],
  extraHandlers: Handlers = {},
) {
  if (options) browser = fakeBrowser(options)
  const inputs: [string, unknown][] = []
  fakeServer(
    {
      ...createServerHandlers('app_user', []),
      'auth/devices': () => answer({ rows: [], next: null }),
      'push/key': () => answer({ publicKey: btoa('new').replaceAll('=', '') }),
      'push/devices': () => answer({ devices: [...devices] }),
      'push/subscribe': () => {
        devices.unshift(aDevice())
        return answer(aDevice())
      },
      'push/unsubscribe': ({ deviceId }) => {
        devices.splice(
          devices.findIndex(it => it.id === deviceId),
          1,
        )
        return answer({ removed: true })
      },
      ...extraHandlers,
    },
    (name, input) => inputs.push([name, input]),
  )
  signIn()
  renderPage('/settings/notifications')
  const card = within(await screen.findByRole('region', { name: 'Notifications on this device' }))
  const listInputs = (name: string) =>
    inputs.filter(([calledName]) => calledName === name).map(([, input]) => input)
  return { card, user: userEvent.setup(), sent: listInputs }
}

it('a browser that does not support notifications is reported', async () => {
  const { card } = await openCard(null)
  expect(await card.findByText(/This browser can’t show notifications/)).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
})

it('blocked notifications come with instructions for unblocking them', async () => {
  const { card } = await openCard({ permission: 'denied' })
  expect(await card.findByText(/Your browser blocks notifications/)).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
})

it("the reason is shown before the browser's prompt, and the device is listed once notifications are on", async () => {
  const { card, user, sent } = await openCard({})
  expect(await card.findByText(/Choose Allow/)).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('Notifications are on')).toBeTruthy()
  expect(sent('push/subscribe')).toEqual([
    { endpoint: 'https://push.example/1', p256dh: 'point', auth: 'secret' },
  ])
  expect((await card.findByRole('listitem')).textContent).toMatch(/Chrome on Linux.*This device/)
  expect(pushChoice.get()).toMatchObject({ userId })
})

it('no device is registered if the person denies permission', async () => {
  const { card, user, sent } = await openCard({ answer: 'denied' })
  await user.click(await card.findByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('Notifications are still off')).toBeTruthy()
  expect(await card.findByText(/Your browser blocks notifications/)).toBeTruthy()
  expect(sent('push/subscribe')).toEqual([])
})

it('a failure is reported, and the button works again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { card, user } = await openCard({}, [], { 'push/subscribe': () => failNetwork() })
  await user.click(await card.findByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText(/couldn’t be turned on/)).toBeTruthy()
  expect(card.getByRole('button', { name: 'Turn on' })).toBeTruthy()
})

it('notifications are turned off here, and another device is removed after confirmation', async () => {
  const { card, user, sent } = await openCard({ permission: 'granted', subscribed: true }, [
    aDevice(),
    otherDevice,
  ])
  await user.click(await card.findByRole('button', { name: 'Remove Safari on iPhone' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Remove device' }))
  expect(await screen.findByText('Device removed')).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Turn off on this device' }))
  expect(await card.findByRole('button', { name: 'Turn on' })).toBeTruthy()
  expect(sent('push/unsubscribe')).toEqual([{ deviceId: otherDevice.id }, { deviceId: aDevice().id }])
  expect(browser?.state.subscribedUnder).toBeNull()
  expect(browser?.shown.close).toHaveBeenCalled()
})

it.each<[PushOutcome, RegExp]>([
  ['sent', /Test sent/],
  ['gone', /can no longer be reached/],
  ['later', /didn’t respond/],
  ['refused', /rejected the test/],
])('the result of a test is shown: %s', async (outcome, text) => {
  const { card, user } = await openCard({ permission: 'granted' }, [aDevice()], {
    'push/test': () => answer({ outcome }),
  })
  await user.click(await card.findByRole('button', { name: 'Send test to Chrome on Linux' }))
  expect(await screen.findByText(text)).toBeTruthy()
})

it('notifications are on again in a new session of the same person, with the current key', async () => {
  pushChoice.save({ userId, sessionId: 'an earlier one' })
  const { sent } = await openCard({ permission: 'granted', subscribed: true })
  await waitFor(() => expect(sent('push/subscribe')).toHaveLength(1))
  expect(browser?.state.subscribedUnder).toBe('new')
})

it('notifications stay off in a session whose device was removed elsewhere, and for other people', async () => {
  // The fake server uses the person's id as the session id.
  pushChoice.save({ userId, sessionId: userId })
  const { sent } = await openCard({ permission: 'granted', subscribed: true })
  await waitFor(() => expect(pushChoice.get()).toBeUndefined())
  expect(sent('push/subscribe')).toEqual([])
  expect(browser?.state.subscribedUnder).toBeNull()
})

it('notifications end with the session', async () => {
  const { card } = await openCard({ permission: 'granted', subscribed: true }, [aDevice()])
  await card.findByRole('button', { name: 'Turn off on this device' })
  act(() => sessionStore.expire(sessionStore.get()?.token ?? ''))
  await waitFor(() => expect(browser?.state.subscribedUnder).toBeNull())
})
