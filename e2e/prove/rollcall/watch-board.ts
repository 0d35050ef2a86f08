import { setTimeout as sleep } from 'node:timers/promises'
import { feedVersion, type ServerMessage } from '@muster/contract/feed.ts'
import { WebSocket } from 'ws'

/** A screen that watches a zone and learns of each change of its emergency. */
export type BoardWatch = {
  /** Resolves with the next event about the emergency, and rejects if the connection ends before. */
  nextProgress(): Promise<void>
  readonly isReady: boolean
  stop(): Promise<void>
}

const RECONNECT_MS = 300

/** Opens a socket of the feed that reconnects, as the app's does. */
export function watchBoard(origin: string, token: string, topic: string): BoardWatch {
  let socket: WebSocket | undefined
  let isReady = false
  let isStopping = false
  let waiting: PromiseWithResolvers<void>[] = []

  const settle = (end: (it: PromiseWithResolvers<void>) => void) => {
    const settled = waiting
    waiting = []
    for (const it of settled) end(it)
  }
  function handle(message: ServerMessage) {
    if (message.type === 'ready') isReady = true
    if (message.type === 'event' && message.event.kind === 'emergency.progress') settle(it => it.resolve())
  }
  const connectOnce = () =>
    new Promise<void>(resolve => {
      socket = new WebSocket(`${origin.replace('http', 'ws')}/live`)
      socket.on('open', () =>
        socket?.send(JSON.stringify({ type: 'hello', version: feedVersion, token, topics: [topic] })),
      )
      socket.on('message', data => handle(JSON.parse(String(data))))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        isReady = false
        settle(it => it.reject(new Error('The connection ended')))
        resolve()
      })
    })
  const loop = (async () => {
    while (!isStopping) {
      await connectOnce()
      if (!isStopping) await sleep(RECONNECT_MS)
    }
  })()
  return {
    nextProgress() {
      const next = Promise.withResolvers<void>()
      waiting.push(next)
      return next.promise
    },
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
