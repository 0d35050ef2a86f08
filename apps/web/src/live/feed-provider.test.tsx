import { closeCodes } from '@muster/contract/feed.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionStore } from '../lib/connection-store.ts'
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

async function goLive() {
  await waitFor(() => expect(FakeSocket.instances).toHaveLength(1))
  const socket = FakeSocket.last
  act(() => {
    socket.open()
    socket.receive({
      type: 'ready',
      version: 1,
      epoch: 'e',
      cursor: '10',
      resumed: false,
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
