import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, dial, tally } from './attack.ts'

const FLOOD_MS = 8_000
const MB = 1_000_000
/** Maximum milliseconds that a socket may stay open while it keeps sending. */
const MAX_OPEN_MS = 5_000
/** The number of concurrent sockets for each text. */
const SOCKETS = 2
/** The pause between sockets. The attack measures what one socket costs, not how many this machine can open. */
const PAUSE_MS = 500

const body =
  'POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
const getPaths = ['/nothing', '/', '/muster.svg']
const buffersByLabel = new Map([
  ...getPaths.map(path => [path, fillBuffer(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)] as const),
  ['a body of single letters', Buffer.concat([Buffer.from(body), fillBuffer('1\r\nx\r\n')])],
])

/** Fills a megabyte with repetitions of the text. */
function fillBuffer(text: string): Buffer {
  return Buffer.alloc(MB - (MB % text.length), text)
}

/** Repeatedly opens a socket and sends a megabyte on it: thousands of pipelined requests, or a body in chunks of a single byte. */
export const byTheThousand: Attack = {
  name: 'by-the-thousand',
  about: 'thousands of requests, or of pieces of a body, read at once',
  async run({ port }) {
    const deadline = performance.now() + FLOOD_MS
    const problems: string[] = []
    const flood = async ([label, text]: [string, Buffer]) => {
      while (performance.now() < deadline) {
        const socket = dial(port, text)
        const closePromise = new Promise(resolve => socket.once('close', () => resolve(true)))
        if (!(await Promise.race([closePromise, sleep(MAX_OPEN_MS, false)]))) problems.push(label)
        socket.destroy()
        await sleep(PAUSE_MS)
      }
    }
    await Promise.all([...buffersByLabel].flatMap(text => Array.from({ length: SOCKETS }, () => flood(text))))
    return [...tally(problems)].map(
      ([label, count]) => `${count} sockets with ${label} went on for ${MAX_OPEN_MS} ms`,
    )
  },
}
