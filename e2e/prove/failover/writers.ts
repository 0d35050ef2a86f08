import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Somebody who repeatedly creates a thing through the API, each until it is acknowledged. */
export type Writer = {
  readonly origin: string
  readonly token: string
  readonly path: string
  readonly pauseMs: number
  readonly createBody: (requestId: string, n: number) => object
  /** The request ids of the acknowledged things. */
  readonly acknowledged: string[]
}

/** What the servers answered, by status; `none` where the connection broke. */
export type Answers = {
  readonly byStatus: Map<number | 'none', number>
  /** Answers that are neither success nor "try again". */
  readonly unexpected: string[]
  /** Called when a write is acknowledged. */
  onAcknowledged(): void
}

const REQUEST_TIMEOUT_MS = 40_000

/** Makes all writers write until stopped. A request that fails is repeated with the same id, as the app does. */
export function startWriting(writers: readonly Writer[], answers: Answers): { stop(): Promise<void> } {
  let isStopping = false
  const loops = writers.map(async writer => {
    for (let n = 0; !isStopping; n++) {
      const requestId = randomUUID()
      while (!(await write(writer, requestId, n, answers))) await sleep(250)
      writer.acknowledged.push(requestId)
      answers.onAcknowledged()
      await sleep(writer.pauseMs)
    }
  })
  return {
    async stop() {
      isStopping = true
      await Promise.all(loops)
    },
  }
}

async function write(writer: Writer, requestId: string, n: number, answers: Answers): Promise<boolean> {
  try {
    const response = await fetch(`${writer.origin}${writer.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${writer.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(writer.createBody(requestId, n)),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const text = await response.text()
    count(answers, response.status)
    if (response.ok) return true
    if (response.status !== 503)
      answers.unexpected.push(`${writer.path}: ${response.status} ${text.slice(0, 300)}`)
    else if (/\n\s+at /.test(text) || !response.headers.get('retry-after'))
      answers.unexpected.push(`${writer.path}: 503 without a time to try again: ${text.slice(0, 300)}`)
  } catch {
    count(answers, 'none')
  }
  return false
}

const count = ({ byStatus }: Answers, status: number | 'none') =>
  byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
