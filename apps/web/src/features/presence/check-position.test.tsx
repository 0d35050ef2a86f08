import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { stubDevice } from '../../testing/device.ts'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'
import { aVerdict, fakeCheckServer, pressCheck, zone } from './testing/check-server.ts'

it('shows INSIDE with the distance until the next check, announces it in a toast, and refetches the presence', async () => {
  stubDevice()
  const { sent, calls } = fakeCheckServer(() => answer(aVerdict()))
  await pressCheck()
  const statusCard = screen.getByRole('status', { name: 'Position in North yard' })
  expect(await within(statusCard).findByText('You are INSIDE North yard!')).toBeTruthy()
  expect(statusCard.textContent).toContain('120 m to the edge')
  expect(statusCard.textContent).toContain('42 m to the centre')
  expect(statusCard.textContent).toContain('±8 m good')
  const toast = await screen.findByTestId('notice')
  expect(within(toast).getByText('Inside Zone')).toBeTruthy()
  expect(within(toast).getByText('You are inside North yard')).toBeTruthy()
  expect(sent[0]).toMatchObject({ zoneId: zone.id, lat: 1.5, accuracyMeters: 8 })
  const listCallsSinceCheck = () => calls.slice(calls.indexOf('presence/checkUserInZone'))
  await waitFor(() => expect(listCallsSinceCheck().filter(name => name === 'presence/mine')).toHaveLength(1))
  expect(within(statusCard).getByText('You are INSIDE North yard!')).toBeTruthy()
})

it('shows OUTSIDE, and marks an uncertain result', async () => {
  stubDevice({ accuracy: 14 })
  fakeCheckServer(() =>
    answer(aVerdict({ inside: false, certainty: 'uncertain', distanceToEdgeM: 9, change: 'none' })),
  )
  await pressCheck()
  expect(await screen.findByText('You are OUTSIDE North yard!')).toBeTruthy()
  expect(screen.getByText(/^Uncertain: the edge of the zone is 9 m away/)).toBeTruthy()
  expect(within(await screen.findByTestId('notice')).getByText('Outside Zone')).toBeTruthy()
})

it('explains that a poor reading near the edge is inconclusive, with the next step', async () => {
  stubDevice({ accuracy: 500 })
  fakeCheckServer(() => answer(aVerdict({ verdict: 'unclear', certainty: 'uncertain', change: 'none' })))
  const user = await pressCheck()
  const statusCard = screen.getByRole('status', { name: 'Position in North yard' })
  expect(await screen.findByRole('button', { name: 'Finding you… ±500 m poor' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use this position' }))
  expect(await within(statusCard).findByText('Not accurate enough (±500 m) to tell')).toBeTruthy()
  expect(within(statusCard).getByText(/Saved, but not accurate enough/)).toBeTruthy()
  expect(within(statusCard).queryByText(/INSIDE|^Uncertain/)).toBeNull()
})

it.each([
  [1, 'Location access denied by user', /Allow location/],
  [2, 'Location information unavailable', /move outdoors/],
  [3, 'Location request timed out', /Move outdoors/],
] as const)('shows device error %i as %s, with the next step', async (code, text, next) => {
  stubDevice({ refuses: code })
  const { sent } = fakeCheckServer(() => answer(aVerdict()))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await pressCheck()
  // Transient errors are retried after 2 s and 4 s.
  await vi.advanceTimersByTimeAsync(6_100)
  const statusCard = screen.getByRole('status', { name: 'Position in North yard' })
  expect(await within(statusCard).findByText('Location Error')).toBeTruthy()
  expect(within(statusCard).getByText(text)).toBeTruthy()
  expect(within(statusCard).getByText(next)).toBeTruthy()
  expect(sent).toEqual([])
})

it('explains on a page served over plain http that the connection is the cause, not a denied permission', async () => {
  stubDevice({ refuses: 1 })
  vi.stubGlobal('isSecureContext', false)
  fakeCheckServer(() => answer(aVerdict()))
  await pressCheck()
  const statusCard = screen.getByRole('status', { name: 'Position in North yard' })
  expect(
    await within(statusCard).findByText('Your location can only be read over a secure connection'),
  ).toBeTruthy()
  expect(within(statusCard).getByText(/Open it with https/)).toBeTruthy()
  expect(statusCard.textContent).not.toMatch(/denied/i)
})

it('shows Location Error, Failed to check zone boundaries for an unexpected failure', async () => {
  stubDevice()
  fakeCheckServer(() => ({ status: 418, body: 'teapot' }))
  await pressCheck()
  const statusCard = screen.getByRole('status', { name: 'Position in North yard' })
  expect(await within(statusCard).findByText('Location Error')).toBeTruthy()
  expect(within(statusCard).getByText('Failed to check zone boundaries')).toBeTruthy()
})

it('the text of a card is not repeated in a toast, and is announced once', async () => {
  stubDevice()
  let serverFails = true
  fakeCheckServer(() => (serverFails ? { status: 418, body: 'teapot' } : answer(aVerdict())))
  const user = await pressCheck()
  await screen.findByText('Failed to check zone boundaries')
  // A toast would have appeared by now.
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(screen.queryByTestId('notice')).toBeNull()
  serverFails = false
  await user.click(screen.getByRole('button', { name: 'Check Position' }))
  const toast = await screen.findByTestId('notice')
  expect(within(toast).getByText('Inside Zone')).toBeTruthy()
  expect(toast.closest('[role="status"], [role="alert"]')).toBeNull()
})

it('requires the PIN if the zone was not entered, then continues with the same check', async () => {
  stubDevice()
  const otherZone = aZone({ id: '0192f0c0-0000-7000-8000-000000000102', name: 'South gate' })
  let sendReply = () => {}
  const { sent } = fakeCheckServer(
    nth =>
      nth === 1
        ? refusal(403, 'ZONE_ENTRY_REQUIRED', 'Enter the zone with your PIN first.')
        : new Promise(resolve => {
            sendReply = () => resolve(answer(aVerdict({ zoneId: otherZone.id, zoneName: otherZone.name })))
          }),
    [zone, otherZone],
  )
  sessionStorage.setItem('muster.zone.0192f0c0-0000-7000-8000-000000000001', zone.id)
  signIn()
  renderPage('/my-zones')
  const user = userEvent.setup()
  const card = await screen.findByRole('article', { name: 'South gate' })
  await user.click(within(card).getByRole('button', { name: 'Check Position' }))
  const dialog = await screen.findByRole('dialog', { name: 'Enter South gate' })
  await user.click(within(dialog).getByLabelText('Zone entry PIN, digit 1 of 4'))
  await user.keyboard('2468')
  // Closing the dialog did not drop the check: the button shows that it is being sent.
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(within(card).getByRole('button', { name: 'Checking…' })).toBeTruthy()
  sendReply()
  expect(await screen.findByText('You are INSIDE South gate!')).toBeTruthy()
  expect(sent).toHaveLength(2)
  expect(sent[1]?.id).toBe(sent[0]?.id)
})

/** Simulates a device that returns no position until the test calls `onPosition`. */
function mockSlowDevice() {
  stubDevice()
  const watch: { options?: PositionOptions; onPosition?: () => void } = {}
  const clearWatchMock = vi.fn()
  navigator.geolocation.watchPosition = (onFound, _failed, options) => {
    watch.options = options
    watch.onPosition = () =>
      onFound({
        coords: { latitude: 1.5, longitude: 1.5, accuracy: 8 },
        timestamp: Date.now(),
      } as GeolocationPosition)
    return 7
  }
  navigator.geolocation.clearWatch = clearWatchMock
  return { watch, clearWatch: clearWatchMock }
}

it('leaving the page cancels the reading, and nothing is sent', async () => {
  const { watch, clearWatch } = mockSlowDevice()
  const { sent } = fakeCheckServer(() => answer(aVerdict()))
  signIn()
  const app = renderPage('/my-zones')
  await userEvent.click(await screen.findByRole('button', { name: 'Check Position' }))
  expect(screen.getByRole('button', { name: 'Finding you…' })).toBeTruthy()
  await app.router.navigate({ to: '/settings' })
  await waitFor(() => expect(clearWatch).toHaveBeenCalledWith(7))
  watch.onPosition?.()
  // Anything sent by the first check would arrive before a later check, which takes the same path.
  await app.router.navigate({ to: '/my-zones' })
  await userEvent.click(await screen.findByRole('button', { name: 'Check Position' }))
  watch.onPosition?.()
  expect(await screen.findByText('You are INSIDE North yard!')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

it('a person who waits too long can cancel, and nothing is sent', async () => {
  const { clearWatch } = mockSlowDevice()
  const { sent } = fakeCheckServer(() => answer(aVerdict()))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  signIn()
  renderPage('/my-zones')
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(await screen.findByRole('button', { name: 'Check Position' }))
  expect(screen.getByRole('status', { name: 'Position in North yard' }).textContent).toBe('Finding you…')
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(clearWatch).toHaveBeenCalledWith(7)
  expect(await screen.findByRole('button', { name: 'Check Position' })).toBeTruthy()
  expect(sent).toEqual([])
})

it('a reading is not sent with the session of another person who has signed in since', async () => {
  const { watch, clearWatch } = mockSlowDevice()
  const { sent } = fakeCheckServer(() => answer(aVerdict()))
  const user = await pressCheck()
  signIn('token-2')
  watch.onPosition?.()
  await waitFor(() => expect(clearWatch).toHaveBeenCalled())
  // Anything sent by the first person's check would arrive before the second person's, which takes the same path.
  await user.click(await screen.findByRole('button', { name: 'Check Position' }))
  watch.onPosition?.()
  expect(await screen.findByText('You are INSIDE North yard!')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

it.each([
  ['super_admin', 'Location Check'],
  ['admin', 'Location Check'],
  ['zone_manager_rw', 'Check Location'],
] as const)('My Zones of %s: %s, with a 15 s time-out and positions up to 30 s old', async (role, label) => {
  const { watch } = mockSlowDevice()
  fakeServer({
    ...createServerHandlers(role, [{ ...zone, myRole: role }]),
    'presence/mine': () => answer({ zones: [] }),
  })
  signIn()
  renderPage('/zone-manager-zones')
  await userEvent.click(await screen.findByRole('button', { name: label }))
  expect(watch.options).toEqual({ enableHighAccuracy: true, timeout: 15_000, maximumAge: 30_000 })
})

it.each([
  ['zone_manager_rw', 1],
  ['zone_manager_ro', 0],
] as const)('the presence panel of %s has %i Check Location', async (role, count) => {
  stubDevice()
  let panelRequestCount = 0
  fakeServer({
    ...createServerHandlers(role, [{ ...zone, myRole: role }]),
    'presence/mine': () => answer({ zones: [] }),
    'presence/panel': () => {
      panelRequestCount += 1
      return answer({
        zoneId: zone.id,
        maxCapacity: 50,
        inside: 0,
        parts: { byPhone: 0, byBadge: 0, visitors: 0 },
        unseen: 0,
        unseenByBadge: 0,
        recentlyLeft: [],
        history: [],
      })
    },
    'presence/inside': () => answer({ rows: [], next: null }),
    'presence/checkUserInZone': () => answer(aVerdict()),
  })
  signIn()
  renderPage(`/zones?zone=${zone.id}`)
  const drawer = within(await screen.findByRole('region', { name: 'North yard' }))
  await drawer.findByText('Nobody is inside right now.')
  const buttons = drawer.queryAllByRole('button', { name: 'Check Location' })
  expect(buttons).toHaveLength(count)
  if (!buttons[0]) return
  await userEvent.click(buttons[0])
  expect(await drawer.findByText('You are INSIDE North yard!')).toBeTruthy()
  await waitFor(() => expect(panelRequestCount).toBe(2))
})
