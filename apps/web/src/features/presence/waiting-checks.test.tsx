import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { outbox } from '../../offline/device-outbox.ts'
import { stubDevice } from '../../testing/device.ts'
import { answer, failNetwork, fakeServer, refusal } from '../../testing/fake-server.ts'
import { aProfile, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import { createCheckEntry } from './check.outbox.ts'
import { aVerdict, fakeCheckServer, pressCheck, zone } from './testing/check-server.ts'

const findWaitingCard = () => screen.findByRole('status', { name: 'Earlier checks for North yard' })

it('without a network, a check is queued, and sent exactly once when the network is back', async () => {
  stubDevice()
  let isOnline = false
  const { sent } = fakeCheckServer(() => (isOnline ? answer(aVerdict()) : failNetwork()))
  await pressCheck()
  const waitingCard = await findWaitingCard()
  expect(await within(waitingCard).findByText('Probably inside North yard, not sent yet')).toBeTruthy()
  expect(await within(waitingCard).findByText('Waiting to send')).toBeTruthy()
  expect(waitingCard.textContent).toMatch(/Checked at \d\d:\d\d/)
  expect(screen.queryByTestId('notice')).toBeNull()
  isOnline = true
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('You are INSIDE North yard!')).toBeTruthy()
  expect(new Set(sent.map(checkInput => JSON.stringify(checkInput))).size).toBe(1)
  expect(screen.queryByText('Waiting to send')).toBeNull()
  expect(within(await screen.findByTestId('notice')).getByText('Inside Zone')).toBeTruthy()
})

it('a device that reports a network too early soon retries automatically', async () => {
  stubDevice()
  let isOnline = false
  fakeCheckServer(() => (isOnline ? answer(aVerdict()) : failNetwork()))
  await pressCheck()
  await screen.findByText('Waiting to send')
  window.dispatchEvent(new Event('online'))
  isOnline = true
  expect(await screen.findByText('You are INSIDE North yard!', {}, { timeout: 10_000 })).toBeTruthy()
})

it('a queued check is shown on every page of its zone, and can be sent manually', async () => {
  stubDevice()
  let isOnline = false
  const { sent } = fakeCheckServer(() => (isOnline ? answer(aVerdict()) : failNetwork()))
  signIn()
  const app = renderApp('/my-zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Check Position' }))
  await screen.findByText('Waiting to send')
  await app.router.navigate({ to: '/settings' })
  await app.router.navigate({ to: '/my-zones' })
  await screen.findByText('Waiting to send')
  isOnline = true
  await user.click(screen.getByRole('button', { name: 'Send now' }))
  expect(within(await screen.findByTestId('notice')).getByText('You are inside North yard')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Waiting to send')).toBeNull())
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
})

it('a late verdict is shown in the list and in its zone, until the next check', async () => {
  stubDevice()
  const { sent } = fakeCheckServer(nth =>
    answer(nth === 1 ? aVerdict({ verdict: 'outside', inside: false }) : aVerdict()),
  )
  const capturedAt = new Date(Date.now() - 600_000).toISOString()
  const check = { id: crypto.randomUUID(), lat: 1.5, lng: 2.5, accuracyMeters: 8, capturedAt }
  const payload = { ...check, zoneId: zone.id, zoneName: zone.name }
  await outbox.add(createCheckEntry(aProfile().id, payload))
  signIn()
  const app = renderApp('/waiting')
  const entry = await screen.findByText('You are OUTSIDE North yard!')
  expect(entry.closest('li')?.textContent).toContain('Confirmed')
  expect(within(screen.getByTestId('notice')).getByText('You are outside North yard')).toBeTruthy()
  await app.router.navigate({ to: '/my-zones' })
  expect(within(await findWaitingCard()).getByText('You are OUTSIDE North yard!')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Check Position' }))
  expect(await screen.findByText('You are INSIDE North yard!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('You are OUTSIDE North yard!')).toBeNull())
  expect(sent).toHaveLength(2)
})

it('a verdict on an hours-old reading uses the past tense, and is never green', async () => {
  stubDevice()
  fakeCheckServer(() => answer(aVerdict()))
  const capturedAt = new Date(Date.now() - 5 * 3_600_000).toISOString()
  const check = { id: crypto.randomUUID(), lat: 1.5, lng: 2.5, accuracyMeters: 8, capturedAt }
  const payload = { ...check, zoneId: zone.id, zoneName: zone.name }
  await outbox.add(createCheckEntry(aProfile().id, payload))
  signIn()
  const app = renderApp('/waiting')
  const titlePattern = /^You were INSIDE North yard at /
  expect(await screen.findByText(titlePattern)).toBeTruthy()
  expect(within(screen.getByTestId('notice')).getByText(/^You were inside North yard at /)).toBeTruthy()
  await app.router.navigate({ to: '/my-zones' })
  const title = await within(await findWaitingCard()).findByText(titlePattern)
  expect(title.closest('[data-tone]')?.getAttribute('data-tone')).toBe('caution')
  expect(screen.queryByText('You are INSIDE North yard!')).toBeNull()
})

it('a check rejected later shows the reason until it has been read', async () => {
  stubDevice()
  let isOnline = false
  const { sent } = fakeCheckServer(() =>
    isOnline ? refusal(422, 'READING_TOO_OLD', 'This reading is too old to be recorded.') : failNetwork(),
  )
  const user = await pressCheck()
  await screen.findByText('Waiting to send')
  isOnline = true
  await user.click(await screen.findByRole('button', { name: 'Send now' }))
  const waitingCard = await findWaitingCard()
  expect(await within(waitingCard).findByText('This reading is too old to be recorded.')).toBeTruthy()
  const sentCount = sent.length
  await user.click(within(waitingCard).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(waitingCard.textContent).toBe(''))
  expect(sent).toHaveLength(sentCount)
})

it('a person who signs out sees what is queued, and none of it is sent by the next person on the device', async () => {
  stubDevice()
  let isOnline = false
  const { sent, calls } = fakeCheckServer(() => (isOnline ? answer(aVerdict()) : failNetwork()))
  signIn()
  const app = renderApp('/my-zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Check Position' }))
  await screen.findByText('Waiting to send')
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign out before everything is sent?' })
  expect(dialog.textContent).toContain('Not sent yet: 1 position check.')
  await user.click(within(dialog).getByRole('button', { name: 'Stay signed in' }))
  expect(calls).not.toContain('auth/signOut')
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: /^Sign out before/ })).getByRole('button', {
      name: 'Sign Out',
    }),
  )
  await waitFor(() => expect(calls).toContain('auth/signOut'))
  isOnline = true
  const sentCountBefore = sent.length
  const otherServer = createServerHandlers('app_user', [zone])
  const me = otherServer['auth/me']()
  fakeServer({
    ...otherServer,
    'auth/me': () => answer({ ...me.body.json, user: { ...me.body.json.user, id: zone.id } }),
    'presence/mine': () => answer({ zones: [] }),
    'presence/checkUserInZone': input => {
      sent.push(input)
      return answer(aVerdict())
    },
  })
  signIn('token-2')
  await waitFor(() => expect(app.path()).toBe('/dashboard'))
  await app.router.navigate({ to: '/my-zones' })
  // Anything sent for the first person would arrive before this person's own check, which takes the same path.
  await user.click(await screen.findByRole('button', { name: 'Check Position' }))
  expect(await screen.findByText('You are INSIDE North yard!')).toBeTruthy()
  expect(screen.queryByText('Waiting to send')).toBeNull()
  expect(sent).toHaveLength(sentCountBefore + 1)
  expect(sent.at(-1)?.id).not.toBe(sent[0]?.id)
})
