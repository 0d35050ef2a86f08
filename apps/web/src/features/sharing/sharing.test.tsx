import type { Sharing } from '@muster/contract/presence-sharing.ts'
import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { stubDevice } from '../../testing/device.ts'
import { answer, fakeServer, refusal } from '../../testing/fake-server.ts'
import { aZone, createServerHandlers, signIn } from '../../testing/people.ts'
import { renderApp } from '../../testing/render.tsx'
import { aRequest } from './testing/a-request.ts'

const zone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const me = '0192f0c0-0000-7000-8000-000000000001'
const managerId = '0192f0c0-0000-7000-8000-000000000002'

/** Simulates a device in the zone. `state`: the browser's permission state. */
const mockDeviceInZone = (state = 'granted') =>
  stubDevice(
    { accuracy: 6 },
    { permissions: { query: () => Promise.resolve(Object.assign(new EventTarget(), { state })) } },
  )

/** Creates a fake server that stores one person's sharing and requests, and accepts their readings. */
function sharingServer({
  sharing = null,
  requests = [],
}: {
  sharing?: Sharing | null
  requests?: TrackingRequest[]
} = {}) {
  let currentSharing = sharing
  const readings: unknown[] = []
  const answers: unknown[] = []
  const calls = fakeServer({
    ...createServerHandlers('app_user', [zone]),
    'presence/mine': () => answer({ zones: [] }),
    'presence/mySharing': () => answer({ sharing: currentSharing }),
    'presence/trackingRequests': () => answer({ requests }),
    'presence/startSharing': ({ zoneId, endsAt }) => {
      currentSharing = { zoneId, endsAt, sessionId: me, startedAt: new Date().toISOString(), pausedAt: null }
      return answer(currentSharing)
    },
    'presence/pauseSharing': ({ paused }) => {
      if (!currentSharing) return refusal(409, 'NOT_SHARING', 'You’re no longer sharing your position.')
      currentSharing = { ...currentSharing, pausedAt: paused ? new Date().toISOString() : null }
      return answer(currentSharing)
    },
    'presence/endSharing': () => {
      currentSharing = null
      return answer({ ended: true })
    },
    'presence/answerTrackingRequest': input => {
      answers.push(input)
      return answer({ status: input.accept ? 'accepted' : 'declined' })
    },
    'presence/withdrawTrackingRequest': input => {
      answers.push(input)
      return answer({ status: 'withdrawn' })
    },
    'presence/requestTracking': () => answer({ requestId: zone.id }),
  })
  const originalFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (request: Request | string, init?: RequestInit) => {
    if (request !== '/ingest/positions') return originalFetch(request, init)
    const sentReadings = (JSON.parse(String(init?.body)) as { readings: { id: string }[] }).readings
    readings.push(...sentReadings)
    const results = sentReadings.map(({ id }) => ({ id, checks: [], refused: [] }))
    return new Response(JSON.stringify({ results }), { status: 200 })
  })
  return { calls, readings, answers }
}

const findBar = () => screen.findByRole('region', { name: 'Sharing your position' })
const runningSharing: Sharing = {
  zoneId: zone.id,
  sessionId: me,
  startedAt: '2026-11-20T09:00:00.000Z',
  endsAt: '2036-01-01T00:00:00.000Z',
  pausedAt: null,
}

it('sharing starts for a zone, is shown on every page, sends positions, pauses and ends', async () => {
  mockDeviceInZone()
  const { readings } = sharingServer()
  signIn()
  const app = renderApp('/my-zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Share my position while I’m here' }))
  // The feed's socket has no server, so after two seconds the bar would say that it is not live.
  act(() => connectionStore.set('live'))
  const dialog = await screen.findByRole('dialog', { name: 'Share my position' })
  await user.click(within(dialog).getByRole('button', { name: 'Start sharing' }))
  expect((await findBar()).textContent).toMatch(/^Sharing your positionUntil .*, North yard/)
  await waitFor(() =>
    expect(readings).toMatchObject([{ zoneId: zone.id, source: 'automatic', lat: 1.5, accuracyMeters: 6 }]),
  )
  expect((await findBar()).textContent).toContain('±6 m good')
  expect(screen.queryByRole('button', { name: 'Share my position while I’m here' })).toBeNull()
  await app.router.navigate({ to: '/settings' })
  await user.click(within(await findBar()).getByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('Paused: nobody can see where you are')).toBeTruthy()
  await user.click(within(await findBar()).getByRole('button', { name: 'Resume' }))
  await user.click(within(await findBar()).getByRole('button', { name: 'End sharing' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sharing your position' })).toBeNull())
})

it('sharing does not start without permission, and the person sees the reason', async () => {
  mockDeviceInZone('denied')
  const { calls } = sharingServer()
  signIn()
  renderApp('/my-zones')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Share my position while I’m here' }))
  await user.click(await screen.findByRole('button', { name: 'Start sharing' }))
  expect(await screen.findByText(/^Location permissions not granted/)).toBeTruthy()
  expect(calls).not.toContain('presence/startSharing')
})

it('another device of the person shows the sharing but does not track', async () => {
  mockDeviceInZone()
  const { readings } = sharingServer({ sharing: { ...runningSharing, sessionId: managerId } })
  signIn()
  renderApp('/settings')
  const sharingBar = await findBar()
  expect(sharingBar.textContent).toContain('from another device')
  expect(within(sharingBar).getByRole('button', { name: 'End sharing' })).toBeTruthy()
  expect(readings).toEqual([])
})

it('expired sharing counts as ended, whatever the server sent earlier', async () => {
  const { calls } = sharingServer({ sharing: { ...runningSharing, endsAt: '2026-11-20T09:00:01.000Z' } })
  signIn()
  renderApp('/settings')
  await waitFor(() => expect(calls).toContain('presence/mySharing'))
  await screen.findByRole('heading', { name: 'Settings' })
  expect(screen.queryByRole('region', { name: 'Sharing your position' })).toBeNull()
})

it('a manager’s request is shown on every page, and accepting it starts sharing', async () => {
  mockDeviceInZone()
  const request = aRequest({ requestedBy: managerId, requestedByName: 'Mia Lund' })
  const { calls, answers } = sharingServer({ requests: [request] })
  signIn()
  renderApp('/settings')
  const user = userEvent.setup()
  const requestBar = await screen.findByRole('region', { name: 'Request from Mia Lund' })
  expect(requestBar.textContent).toContain('Mia Lund asks you to share your position in North yard')
  await user.click(within(requestBar).getByRole('button', { name: 'Accept' }))
  await user.click(await screen.findByRole('button', { name: 'Start sharing' }))
  await waitFor(() => expect(answers).toEqual([{ requestId: request.id, accept: true }]))
  expect(calls).toContain('presence/startSharing')
})

it('a manager’s request can be declined', async () => {
  const request = aRequest({ requestedBy: managerId, requestedByName: 'Mia Lund' })
  const { answers } = sharingServer({ requests: [request] })
  signIn()
  renderApp('/settings')
  const requestBar = await screen.findByRole('region', { name: 'Request from Mia Lund' })
  await userEvent.setup().click(within(requestBar).getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(answers).toEqual([{ requestId: request.id, accept: false }]))
})

it('the requester can withdraw a request, which is then no longer open', async () => {
  const openRequest = aRequest()
  const withdrawnRequest = aRequest({
    id: managerId,
    status: 'withdrawn',
    answeredAt: '2026-11-20T10:00:00.000Z',
  })
  const { answers } = sharingServer({ requests: [openRequest, withdrawnRequest] })
  signIn()
  renderApp('/dashboard')
  const list = within(await screen.findByRole('region', { name: 'Pending Requests' }))
  expect(await list.findByText('Withdrawn')).toBeTruthy()
  await userEvent.setup().click(list.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(answers).toEqual([{ requestId: openRequest.id }]))
})

it('on the dashboard, a person requests their own tracking once they know what it offers, and sees pending requests and outcomes', async () => {
  const { calls } = sharingServer({
    requests: [
      aRequest(),
      aRequest({ id: managerId, status: 'declined', answeredAt: '2026-11-20T10:00:00.000Z' }),
    ],
  })
  signIn()
  renderApp('/dashboard')
  const user = userEvent.setup()
  const list = within(await screen.findByRole('region', { name: 'Pending Requests' }))
  expect(await list.findByText('Pending')).toBeTruthy()
  expect(list.getByText('Declined')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Request Location Tracking' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Offer to share your position?' }))
  expect(dialog.getByText(/Nothing is shared yet/)).toBeTruthy()
  expect(calls).not.toContain('presence/requestTracking')
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  const toast = await screen.findByTestId('notice')
  expect(toast.textContent).toContain('Location tracking request submitted')
})

it('a request that could not be sent is reported', async () => {
  sharingServer()
  const originalFetch = globalThis.fetch
  vi.stubGlobal('fetch', (request: Request, init?: RequestInit) =>
    request.url?.endsWith('requestTracking')
      ? Promise.reject(new TypeError('gone'))
      : originalFetch(request, init),
  )
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  signIn()
  renderApp('/dashboard')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Request Location Tracking' }))
  await user.click(await screen.findByRole('button', { name: 'Send request' }))
  const dialog = within(screen.getByRole('dialog'))
  expect((await dialog.findByRole('alert')).textContent).toContain('Failed to submit location request')
})

it('sharing does not look successful while nothing is live', async () => {
  mockDeviceInZone()
  const startedAt = new Date().toISOString()
  sharingServer({
    sharing: {
      zoneId: zone.id,
      endsAt: '2036-01-01T00:00:00.000Z',
      sessionId: me,
      startedAt,
      pausedAt: null,
    },
  })
  signIn()
  renderApp('/dashboard')
  expect(await screen.findByText('Sharing your position')).toBeTruthy()
  act(() => connectionStore.set('offline'))
  expect(await screen.findByText('Not live: position not sent yet')).toBeTruthy()
  expect(screen.queryByText('Sharing your position')).toBeNull()
  // "Just now" would suggest that the position is being sent.
  await expect
    .poll(() => screen.getByRole('region', { name: 'Sharing your position' }).textContent)
    .toMatch(/Last position \d+ s ago/)
})
