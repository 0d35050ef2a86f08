import { closeCodes } from '@muster/contract/feed.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionStore } from '../lib/connection-store.ts'
import { feedStart } from '../lib/feed-start.ts'
import type { LiveHandlers } from './appliers.ts'
import { FakeSocket } from './fake-socket.ts'
import { FeedProvider } from './feed-provider.tsx'
import { useFeedTopic } from './use-feed.ts'

const me = '018f0000-0000-7000-8000-000000000003'
const zoneId = '018f0000-0000-7000-8000-000000000001'
const applier = vi.fn(() => [])
const handlers: LiveHandlers = { appliers: [applier] }
const onSignedOut = vi.fn()

function Zone({ id }: { id: string }) {
  useFeedTopic(`zone:${id}`)
  return <p>{useSyncExternalStore(connectionStore.subscribe, connectionStore.get).state}</p>
}

function createZoneApp(isShown: boolean) {
  return (
    <FeedProvider
      token="secret"
      userId={me}
      handlers={handlers}
      onSignedOut={onSignedOut}
      WebSocket={FakeSocket}
    >
      {isShown && <Zone id={zoneId} />}
    </FeedProvider>
  )
}

let client: QueryClient
function renderFeed(element: React.ReactElement) {
  return render(element, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
}

beforeEach(() => {
  FakeSocket.instances = []
  client = new QueryClient()
  vi.clearAllMocks()
})
afterEach(cleanup)

async function goLive({ resumed = false } = {}) {
  await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
  const socket = FakeSocket.last
  act(() => {
    socket.open()
    socket.receive({
      type: 'ready',
      version: 1,
      epoch: 'e',
      cursor: '10',
      resumed,
      topics: [`user:${me}`],
      denied: [],
    })
  })
  return socket
}

test('follows the topics of mounted components, passes events to the appliers, and stops on unmount', async () => {
  const view = renderFeed(createZoneApp(true))
  expect(screen.getByText('connecting')).toBeTruthy()
  const socket = await goLive()
  expect(socket.url).toMatch(/^ws:.*\/live$/)
  expect(socket.sent[0]).toMatchObject({ token: 'secret', topics: [`zone:${zoneId}`] })
  expect(screen.getByText('live')).toBeTruthy()

  const event = { kind: 'zone.changed', zoneId } as const
  socket.receive({ type: 'event', cursor: '21', topic: `zone:${zoneId}`, event })
  await waitFor(() => expect(applier).toHaveBeenCalledExactlyOnceWith(client, event, me, `zone:${zoneId}`))

  view.rerender(createZoneApp(false))
  await waitFor(() => expect(socket.sent.at(-1)).toEqual({ type: 'watch', topics: [] }))
  view.unmount()
  expect(socket.readyState).toBe(3)
})

describe('the start of the feed', () => {
  const zonesKey = ['zones']
  const fetchZones = vi.fn(async () => 1)
  const read = () => client.fetchQuery({ queryKey: zonesKey, queryFn: fetchZones })
  beforeEach(async () => {
    await read()
    window.askedAhead = { token: 'secret', at: 0, answers: { 'zones/mine': Promise.resolve(new Response()) } }
    feedStart.record('secret', 'e 10', Date.now())
  })

  test('is the position of the first responses, and early responses are not used afterwards', async () => {
    renderFeed(createZoneApp(true))
    const socket = await goLive({ resumed: true })
    expect(socket.sent[0]).toMatchObject({ since: '10', epoch: 'e' })
    expect(window.askedAhead?.answers).toEqual({})
    expect(client.getQueryState(zonesKey)?.isInvalidated).toBe(false)
  })

  test('refetches what was read before the first request', async () => {
    client.setQueryData(zonesKey, 1, { updatedAt: 1 })
    renderFeed(createZoneApp(true))
    await goLive({ resumed: true })
    await waitFor(() => expect(client.getQueryState(zonesKey)?.isInvalidated).toBe(true))
  })

  test('refetches everything when a pending response is older', async () => {
    renderFeed(createZoneApp(true))
    const sentAt = Date.now()
    await goLive({ resumed: true })
    feedStart.record('secret', 'e 9', sentAt - 1)
    await waitFor(() => expect(client.getQueryState(zonesKey)?.isInvalidated).toBe(true))
  })

  test('is fresh for a second connection of the page', async () => {
    const view = renderFeed(createZoneApp(true))
    await goLive({ resumed: true })
    view.unmount()
    FakeSocket.instances = []
    renderFeed(createZoneApp(true))
    const socket = await goLive()
    expect(socket.sent[0]).not.toHaveProperty('since')
  })
})

test('reports a revoked session with its token', async () => {
  renderFeed(createZoneApp(true))
  const socket = await goLive()
  act(() => socket.drop(closeCodes.revoked))
  expect(onSignedOut).toHaveBeenCalledExactlyOnceWith('secret')
})

test('renders a component without a feed around it', () => {
  renderFeed(<Zone id={zoneId} />)
  expect(screen.getByText('idle')).toBeTruthy()
})
