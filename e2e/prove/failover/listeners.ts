import { setTimeout as sleep } from 'node:timers/promises'
import { feedVersion, type ServerMessage } from '@muster/contract/feed.ts'
import { WebSocket } from 'ws'

/** A socket of the feed that reconnects and resumes, as the app's does. */
export type Listener = {
  readonly topic: string
  /** The numbers of the events of the topic in the order of arrival. */
  readonly numbers: string[]
  /** How often the socket was connected, and how often the server could not resume. */
  readonly greetings: { resumed: number; anew: number }
  readonly isReady: boolean
  stop(): Promise<void>
}

const RECONNECT_MS = 500

/** Opens a socket to `origin` that follows a topic. */
export function listen(origin: string, token: string, topic: string): Listener {
  const numbers: string[] = []
  const greetings = { resumed: 0, anew: 0 }
  let cursor: string | undefined
  let epoch: string | undefined
  let isReady = false
  let isStopping = false
  let socket: WebSocket | undefined

  function handle(message: ServerMessage) {
    if (message.type === 'ready') {
      if (epoch !== undefined) greetings[message.resumed ? 'resumed' : 'anew']++
      epoch = message.epoch
      isReady = true
    }
    if (message.type === 'resync') greetings.anew++
    if (message.type === 'event' && message.topic === topic) numbers.push(message.cursor)
    if ('cursor' in message) cursor = message.cursor
  }

  function connectOnce(): Promise<void> {
    return new Promise(resolve => {
      socket = new WebSocket(`${origin.replace('http', 'ws')}/live`)
      const ping = setInterval(() => isReady && socket?.send(JSON.stringify({ type: 'ping' })), 1_000)
      socket.on('open', () =>
        socket?.send(
          JSON.stringify({
            type: 'hello',
            version: feedVersion,
            token,
            topics: [topic],
            since: cursor,
            epoch,
          }),
        ),
      )
      socket.on('message', data => handle(JSON.parse(String(data))))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        isReady = false
        clearInterval(ping)
        resolve()
      })
    })
  }
  const loop = (async () => {
    while (!isStopping) {
      await connectOnce()
      if (!isStopping) await sleep(RECONNECT_MS)
    }
  })()
  return {
    topic,
    numbers,
    greetings,
    get isReady() {
      return isReady
    },
    async stop() {
      isStopping = true
      socket?.terminate()
      await loop
    },
  }
}
