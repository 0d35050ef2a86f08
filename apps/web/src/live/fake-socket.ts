import { clientMessage, feedVersion, type ServerMessage } from '@muster/contract/feed.ts'

/** Stands in for the browser's WebSocket in tests, which play the server. */
export class FakeSocket extends EventTarget {
  static made: FakeSocket[] = []
  /** The newest socket. */
  static get last(): FakeSocket {
    const socket = FakeSocket.made.at(-1)
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
    FakeSocket.made.push(this)
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

  /** Opens, and lets the client follow all it asks for: until then it is live for a moment's grace only. */
  letIn(over: Partial<Extract<ServerMessage, { type: 'ready' }>> = {}) {
    this.open()
    const { topics } = this.sent.at(-1) as { topics: string[] }
    this.say({
      type: 'ready',
      version: feedVersion,
      epoch: 'e',
      cursor: '10',
      resumed: false,
      topics,
      denied: [],
      ...over,
    })
  }

  say(message: ServerMessage | Record<string, unknown>) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }

  drop(code: number) {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '', wasClean: false }))
  }
}
