import '../testing/clean-up.ts'
import { feedPositionHeader } from '@muster/contract/feed-position.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FakeSocket } from '../live/fake-socket.ts'
import { answer, failNetwork, fakeServer, type Handlers } from '../testing/fake-server.ts'
import { createInsideHandlers } from '../testing/inside.ts'
import { aZone, createServerHandlers, signIn } from '../testing/people.ts'
import { renderApp } from '../testing/render.tsx'

const enteredZone = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const me = '0192f0c0-0000-7000-8000-000000000001'

const managerHandlers: Handlers = {
  ...createServerHandlers('zone_manager_rw', [{ ...enteredZone, myRole: 'zone_manager_rw' }]),
  'presence/mine': () => answer({ zones: [] }),
}

/** Signs a manager in, in their zone, with a feed that the test controls. */
function prepareManager() {
  vi.stubGlobal('WebSocket', FakeSocket)
  // A database that an earlier file left in this DOM would show what is stored there instead of what the server answers.
  vi.stubGlobal('indexedDB', undefined)
  FakeSocket.instances = []
  signIn()
  sessionStorage.setItem(`muster.zone.${me}`, enteredZone.id)
}

/**
 * Runs the app at a path for half a minute, with a feed that grants every topic. Returns the number of requests to the failing
 * procedure.
 */
async function countCallsIn30Seconds(address: string, failingProcedure: string) {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers()
  prepareManager()
  const calls = fakeServer({
    ...managerHandlers,
    ...createInsideHandlers({ zoneId: enteredZone.id, maxCapacity: 50 }, []),
    [failingProcedure]: () => failNetwork(),
  })
  renderApp(address)
  for (let second = 0; second < 30; second++) {
    await act(() => vi.advanceTimersByTimeAsync(1000))
    const socket = FakeSocket.instances.at(-1)
    if (second === 1 && socket) act(() => socket.letIn())
  }
  return calls.filter(name => name === failingProcedure).length
}

it.each([
  ['/dashboard', 'auth/me', 'Failed to load profile'],
  ['/zone-selection', 'zones/mine', 'Failed to load zones'],
  ['/my-zones', 'zones/mine', 'Failed to load zones'],
  ['/dashboard', 'presence/mine', 'Failed to load presence tracking data'],
])('%s requests %s, which fails, once and retries three times', async (address, failingProcedure, text) => {
  expect(await countCallsIn30Seconds(address, failingProcedure)).toBe(4)
  expect(screen.getAllByText(text).length).toBeGreaterThan(0)
})

/** Opens the dashboard on responses with these feed positions, connects its feed, and returns the calls it made. */
async function openAndFollow(positions: Record<string, string | undefined>): Promise<string[]> {
  prepareManager()
  const calls = fakeServer({
    ...managerHandlers,
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (request: Request) => {
    const response = await fetch(request)
    const name = new URL(request.url).pathname.replace(/^\/rpc\//, '')
    const position = name in positions ? positions[name] : 'e 100'
    if (position) response.headers.set(feedPositionHeader, position)
    return response
  })
  renderApp('/dashboard')
  await waitFor(() => expect(calls).toContain('presence/mine'))
  await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
  await new Promise(resolve => setTimeout(resolve, 100))
  act(() => FakeSocket.last.open())
  const { since } = FakeSocket.last.sent[0] as { since?: string }
  act(() => FakeSocket.last.letIn({ resumed: since !== undefined, cursor: since ?? '100' }))
  await new Promise(resolve => setTimeout(resolve, 300))
  return calls
}

it('a page that resumes from the position of its first responses requests nothing twice', async () => {
  const calls = await openAndFollow({ 'zones/mine': 'e 99' })
  expect(FakeSocket.last.sent[0]).toMatchObject({ since: '99', epoch: 'e' })
  for (const name of ['auth/me', 'zones/mine', 'presence/mine'])
    expect(calls.filter(it => it === name)).toHaveLength(1)
})

it('a page with a response that has no position requests everything again once its feed is live', async () => {
  const calls = await openAndFollow({ 'presence/mine': undefined })
  expect(FakeSocket.last.sent[0]).not.toHaveProperty('since')
  for (const name of ['auth/me', 'zones/mine', 'presence/mine'])
    expect(calls.filter(it => it === name)).toHaveLength(2)
})

it('the zone selection shows no empty state for zones that could not be loaded', async () => {
  await countCallsIn30Seconds('/zone-selection', 'zones/mine')
  expect(screen.getAllByText('Failed to load zones').length).toBeGreaterThan(0)
  expect(screen.queryByText(/appear here/)).toBeNull()
})
