import { clientMessage, feedVersion, type ServerMessage } from '@muster/contract/feed.ts'

/** A fake WebSocket for tests that act as the server. */
export class FakeSocket extends EventTarget {
  static instances: FakeSocket[] = []
  /** The newest socket. */
  static get last(): FakeSocket {
    const socket = FakeSocket.instances.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }

  readyState = 0
  binaryType = 'blob'
  bufferedAmount = 0
  readonly url: string
  readonly sent: unknown[] = []

  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.instances.push(this)
  }

  send(data: string) {
    this.sent.push(clientMessage.parse(JSON.parse(data)))
  }

  close() {
    this.readyState = 3
  }

  open() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  /** Opens the socket and confirms the requested topics. Until then, a client counts as live only for a short grace period. */
  letIn(overrides: Partial<Extract<ServerMessage, { type: 'ready' }>> = {}) {
    this.open()
    const { topics } = this.sent.at(-1) as { topics: string[] }
    this.receive({
      type: 'ready',
      version: feedVersion,
      epoch: 'e',
      cursor: '10',
      resumed: false,
      topics,
      denied: [],
      ...overrides,
    })
  }

  receive(message: ServerMessage | Record<string, unknown>) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }

  drop(code: number) {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '', wasClean: false }))
  }
}
