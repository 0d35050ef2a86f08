import { type ClientMessage, feedVersion, type ServerMessage, serverMessage } from '@muster/contract/feed.ts'
import { WebSocket } from 'ws'

export type LiveClientOptions = {
  token: string
  topics: readonly string[]
  since?: string
  epoch?: string
  version?: number
  /** Suppresses the automatic hello. */
  quiet?: boolean
}

type MessageType = ServerMessage['type']
type Message<T extends MessageType> = Extract<ServerMessage, { type: T }>

export type LiveClient = ReturnType<typeof createLiveClient>

/** Creates a plain feed client that records all messages, validated against the contract, and can wait for more. */
export function createLiveClient(url: string, options: Partial<LiveClientOptions>) {
  const socket = new WebSocket(url)
  const messages: ServerMessage[] = []
  const waiters = new Set<() => void>()
  let closeEvent: { code: number } | undefined

  function notifyWaiters() {
    for (const notify of [...waiters]) notify()
  }

  socket.on('message', data => {
    messages.push(serverMessage.parse(JSON.parse(data.toString())))
    notifyWaiters()
  })
  socket.on('close', code => {
    closeEvent = { code }
    notifyWaiters()
  })
  socket.on('error', () => {})
  const openEvent = new Promise<void>(resolve => socket.once('open', () => resolve()))
  if (!options.quiet) {
    openEvent.then(() => {
      const { token = '', topics = [], since, epoch, version = feedVersion } = options
      send({ type: 'hello', version, token, since, epoch, topics: [...topics] })
    })
  }

  function send(message: ClientMessage) {
    socket.send(JSON.stringify(message))
  }

  /** Resolves as soon as `find` returns a value; rejects after 15 seconds. */
  function waitUntil<T>(description: string, find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const message = find()
        if (message === undefined) return
        waiters.delete(check)
        clearTimeout(timer)
        resolve(message)
      }
      const timer = setTimeout(() => {
        waiters.delete(check)
        reject(
          new Error(
            `waited for ${description}; closed: ${closeEvent?.code}; got ${JSON.stringify(messages).slice(0, 2_000)}`,
          ),
        )
      }, 15_000)
      waiters.add(check)
      check()
    })
  }

  return {
    socket,
    messages,
    opened: openEvent,
    send,
    until: waitUntil,
    /** Resolves to the n-th message (from 0) of this type. */
    message<T extends MessageType>(type: T, n = 0): Promise<Message<T>> {
      return waitUntil(type, () => messages.filter((it): it is Message<T> => it.type === type)[n])
    },
    get events(): Message<'event'>[] {
      return messages.filter(it => it.type === 'event')
    },
    closedWith(): Promise<number> {
      return waitUntil('the close', () => closeEvent?.code)
    },
    terminate: () => socket.terminate(),
  }
}
