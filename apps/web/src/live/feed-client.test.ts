import { closeCodes, type FeedEvent, type ServerMessage } from '@muster/contract/feed.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeSocket } from './fake-socket.ts'
import { createFeedClient, type FeedClient } from './feed-client.ts'

const idPrefix = '018f0000-0000-7000-8000-00000000000'
const [yardTopic, dockTopic, myTopic] = [`zone:${idPrefix}1`, `zone:${idPrefix}2`, `user:${idPrefix}3`]
const zoneChangedEvent: FeedEvent = { kind: 'zone.changed', zoneId: `${idPrefix}1` }

let client: FeedClient
let calls: unknown[]
let start: { cursor: string; epoch: string } | undefined
/** Stands in for the window. */
let browser: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  FakeSocket.instances = []
  calls = []
  start = undefined
  const record = (label: string) => (value?: unknown) => {
    calls.push(value === undefined ? label : [label, value])
  }
  client = createFeedClient({
    url: 'ws://muster.test/live',
    token: 'secret',
    onEvent: event => calls.push(['event', event.kind]),
    onResync: record('resync'),
    findStart: () => start,
    onCovered: record('covered'),
    onContinued: record('continued'),
    onLost: record('lost'),
    onStatus: record('status'),
    onSignedOut: record('signed out'),
    onOutdated: record('outdated'),
    WebSocket: FakeSocket,
  })
})
afterEach(() => {
  client.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Waits for the next socket and opens it. */
async function waitForSocket(): Promise<FakeSocket> {
  const count = FakeSocket.instances.length
  if (count === 0 || FakeSocket.last.readyState === 3) {
    for (let i = 0; i < 400 && FakeSocket.instances.length === count; i++)
      await vi.advanceTimersByTimeAsync(100)
  }
  FakeSocket.last.open()
  return FakeSocket.last
}

function createReadyMessage(
  overrides: Partial<Extract<ServerMessage, { type: 'ready' }>> = {},
): ServerMessage {
  return {
    type: 'ready',
    version: 1,
    epoch: 'e1',
    cursor: '100',
    resumed: false,
    topics: [myTopic],
    denied: [],
    ...overrides,
  }
}

async function goLive(topics: string[] = [myTopic]): Promise<FakeSocket> {
  const socket = await waitForSocket()
  socket.receive(createReadyMessage({ topics }))
  calls.length = 0
  return socket
}

const createEventMessage = (cursor: string, topic = yardTopic): ServerMessage => ({
  type: 'event',
  cursor,
  topic,
  event: zoneChangedEvent,
})

describe('the hello message', () => {
  test('starts without a cursor, and refetches the topics once they are confirmed', async () => {
    client.watch(yardTopic)
    const socket = await waitForSocket()
    expect(socket.sent).toEqual([{ type: 'hello', version: 1, token: 'secret', topics: [yardTopic] }])
    expect(client.status).toBe('connecting')
    socket.receive(createReadyMessage({ topics: [myTopic, yardTopic] }))
    expect(calls).toEqual([
      ['status', 'live'],
      ['covered', [myTopic, yardTopic]],
    ])
  })

  test('resumes from the position of the first responses, and refetches nothing if the server accepts it', async () => {
    start = { cursor: '90', epoch: 'e1' }
    client.watch(yardTopic)
    const socket = await waitForSocket()
    expect(socket.sent).toMatchObject([{ since: '90', epoch: 'e1', topics: [yardTopic] }])
    socket.receive(createReadyMessage({ resumed: true, cursor: '90', topics: [myTopic, yardTopic] }))
    socket.receive(createEventMessage('95'))
    expect(calls).toEqual([
      ['status', 'live'],
      ['continued', [myTopic, yardTopic]],
      ['event', 'zone.changed'],
    ])
    // Later connections resume from what was received.
    socket.drop(1006)
    expect((await waitForSocket()).sent).toMatchObject([{ since: '95', epoch: 'e1' }])
  })

  test('refetches the topics if the server cannot resume from that position', async () => {
    start = { cursor: '90', epoch: 'e0' }
    client.watch(yardTopic)
    const socket = await waitForSocket()
    expect(socket.sent).toMatchObject([{ since: '90', epoch: 'e0' }])
    socket.receive(createReadyMessage({ topics: [myTopic, yardTopic] }))
    expect(calls).toEqual([
      ['status', 'live'],
      ['covered', [myTopic, yardTopic]],
    ])
  })

  test.each<[string, ServerMessage]>([
    ['an event', createEventMessage('125')],
    ['a pong', { type: 'pong', cursor: '125' }],
    ['an answer to watch', { type: 'watching', cursor: '125', topics: [myTopic, yardTopic], denied: [] }],
    ['a resync', { type: 'resync', cursor: '125' }],
  ])('resumes from the cursor of %s', async (_what, message) => {
    client.watch(yardTopic)
    const socket = await goLive([myTopic, yardTopic])
    socket.receive(message)
    socket.drop(1006)
    const secondSocket = await waitForSocket()
    expect(secondSocket.sent).toEqual([
      { type: 'hello', version: 1, token: 'secret', since: '125', epoch: 'e1', topics: [yardTopic] },
    ])
    calls.length = 0
    secondSocket.receive(createReadyMessage({ resumed: true, cursor: '125', topics: [myTopic, yardTopic] }))
    secondSocket.receive(createEventMessage('131'))
    expect(calls).toEqual([
      ['status', 'live'],
      ['event', 'zone.changed'],
    ])
  })

  test('refetches everything when the server cannot resume or interrupts the replay', async () => {
    const socket = await goLive()
    socket.drop(closeCodes.serverRestart)
    const secondSocket = await waitForSocket()
    secondSocket.receive(createReadyMessage({ epoch: 'e2', cursor: '30' }))
    secondSocket.receive({ type: 'resync', cursor: '40' })
    expect(calls.filter(it => it === 'resync')).toHaveLength(2)
    secondSocket.drop(1006)
    expect((await waitForSocket()).sent).toMatchObject([{ since: '40', epoch: 'e2' }])
  })

  test('refetches a topic added while disconnected, and reports a topic that was revoked', async () => {
    client.watch(yardTopic)
    const socket = await goLive([myTopic, yardTopic])
    socket.drop(1006)
    client.watch(dockTopic)
    const secondSocket = await waitForSocket()
    calls.length = 0
    secondSocket.receive(
      createReadyMessage({ resumed: true, topics: [myTopic, dockTopic], denied: [yardTopic] }),
    )
    expect(calls).toEqual([
      ['status', 'live'],
      ['lost', [yardTopic]],
      ['covered', [dockTopic]],
    ])
  })
})

describe('topics', () => {
  test('batches the topics of mounting components, counts watchers, and subscribes once', async () => {
    const socket = await goLive()
    const stops = [client.watch(yardTopic), client.watch(yardTopic), client.watch(dockTopic)]
    await vi.advanceTimersByTimeAsync(60)
    expect(socket.sent.slice(1)).toEqual([{ type: 'watch', topics: [yardTopic, dockTopic] }])
    stops[0]?.()
    stops[0]?.()
    await vi.advanceTimersByTimeAsync(60)
    expect(socket.sent).toHaveLength(2)
    stops[1]?.()
    await vi.advanceTimersByTimeAsync(60)
    expect(socket.sent.at(-1)).toEqual({ type: 'watch', topics: [dockTopic] })
  })

  test('refetches only newly followed topics, and a dropped topic when it is followed again', async () => {
    const stop = client.watch(yardTopic)
    const socket = await goLive([myTopic, yardTopic])
    client.watch(dockTopic)
    socket.receive({ type: 'watching', cursor: '110', topics: [myTopic, yardTopic, dockTopic], denied: [] })
    stop()
    socket.receive({ type: 'watching', cursor: '110', topics: [myTopic, dockTopic], denied: [] })
    socket.receive({ type: 'watching', cursor: '110', topics: [myTopic, yardTopic, dockTopic], denied: [] })
    expect(calls).toEqual([
      ['covered', [dockTopic]],
      ['covered', [yardTopic]],
    ])
  })

  test('after the hello, subscribes to topics added while it was pending', async () => {
    const socket = await waitForSocket()
    client.watch(yardTopic)
    await vi.advanceTimersByTimeAsync(60)
    expect(socket.sent).toHaveLength(1)
    socket.receive(createReadyMessage())
    expect(socket.sent.at(-1)).toEqual({ type: 'watch', topics: [yardTopic] })
  })

  test('reports a topic that was revoked, and refetches it when it returns', async () => {
    client.watch(yardTopic)
    const socket = await goLive([myTopic, yardTopic])
    socket.receive({ type: 'closed-topic', topic: yardTopic })
    socket.receive({ type: 'watching', cursor: '110', topics: [myTopic, yardTopic], denied: [] })
    expect(calls).toEqual([
      ['lost', [yardTopic]],
      ['covered', [yardTopic]],
    ])
  })

  test('limits the topics to the protocol’s maximum: zones are left out, but not the person’s and the admins’ topics', async () => {
    for (let n = 0; n < 1_500; n++)
      client.watch(`zone:018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`)
    client.watch(myTopic)
    client.watch('admin')
    const socket = await goLive()
    const { topics } = socket.sent[0] as { topics: string[] }
    expect(topics).toHaveLength(1_000)
    expect(topics).toContain(myTopic)
    expect(topics).toContain('admin')
  })

  test('can subscribe again to a denied topic', async () => {
    client.watch(yardTopic)
    const socket = await goLive()
    client.watchAgain()
    await vi.advanceTimersByTimeAsync(60)
    expect(socket.sent.at(-1)).toEqual({ type: 'watch', topics: [yardTopic] })
  })
})

describe('the connection', () => {
  test('is connecting after a break, offline after a while, and then recovers', async () => {
    const socket = await goLive()
    socket.drop(1006)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(client.status).toBe('connecting')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(client.status).toBe('offline')
    await waitForSocket()
    FakeSocket.last.receive(createReadyMessage({ resumed: true }))
    expect(calls).toEqual([
      ['status', 'connecting'],
      ['status', 'offline'],
      ['status', 'live'],
    ])
  })

  test('treats a network reported as lost as restored with the next message on the same socket', async () => {
    const socket = await goLive()
    browser.dispatchEvent(new Event('offline'))
    expect(client.status).toBe('offline')
    expect(socket.sent.at(-1)).toEqual({ type: 'ping' })
    browser.dispatchEvent(new Event('online'))
    socket.receive({ type: 'pong', cursor: '110' })
    expect(client.status).toBe('live')
    expect(FakeSocket.instances).toHaveLength(1)
  })

  test('is not live on an open socket without a ready message', async () => {
    await waitForSocket()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(client.status).toBe('offline')
  })

  test('drops a connection that does not answer a ping', async () => {
    const socket = await goLive()
    await vi.advanceTimersByTimeAsync(25_000)
    expect(socket.sent.at(-1)).toEqual({ type: 'ping' })
    socket.receive({ type: 'pong', cursor: '110' })
    await vi.advanceTimersByTimeAsync(24_000)
    expect(FakeSocket.instances).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(12_000)
    expect(client.status).toBe('connecting')
    const secondSocket = await waitForSocket()
    expect(secondSocket).not.toBe(socket)
    expect(secondSocket.sent).toMatchObject([{ since: '110' }])
  })

  test.each([closeCodes.unauthorized, closeCodes.revoked])(
    'signs out after %i and stops reconnecting',
    async code => {
      const socket = await goLive()
      socket.drop(code)
      expect(calls).toContain('signed out')
      await vi.advanceTimersByTimeAsync(120_000)
      expect(FakeSocket.instances).toHaveLength(1)
    },
  )

  test.each([closeCodes.tooSlow, closeCodes.serverRestart, closeCodes.unavailable, closeCodes.tooMany])(
    'reconnects after %i',
    async code => {
      const socket = await goLive()
      socket.drop(code)
      expect(await waitForSocket()).not.toBe(socket)
      expect(calls).not.toContain('signed out')
    },
  )

  test('reports a server of another version, and reconnects with growing delays', async () => {
    for (let i = 0; i < 3; i++) (await waitForSocket()).drop(closeCodes.versionUnknown)
    expect(calls.filter(it => it === 'outdated')).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(FakeSocket.instances.length).toBeLessThan(15)
  })

  test('for an unknown kind of event, only advances the cursor', async () => {
    const socket = await goLive()
    socket.receive({ type: 'event', cursor: '121', topic: yardTopic, event: { kind: 'dragon.seen' } })
    socket.receive({ type: 'news' })
    expect(calls).toEqual([])
    socket.drop(1006)
    expect((await waitForSocket()).sent).toMatchObject([{ since: '121' }])
  })

  test('stays closed once closed', async () => {
    const socket = await goLive()
    client.close()
    socket.receive(createEventMessage('121'))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(FakeSocket.instances).toHaveLength(1)
    expect(calls).toEqual([])
  })
})
