import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, dial, tally } from './attack.ts'

const FLOOD_MS = 8_000
const MB = 1_000_000
/** Maximum time that a socket may stay open while it keeps sending, and the number of sockets for each text. */
const MOST_OPEN_MS = 5_000
const SOCKETS = 2
/** The pause between sockets. The attack measures what one socket costs, not how many this machine can open. */
const PAUSE_MS = 500

const body =
  'POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
const gets = ['/nothing', '/', '/muster.svg']
const texts = new Map([
  ...gets.map(path => [path, filled(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)] as const),
  ['a body of single letters', Buffer.concat([Buffer.from(body), filled('1\r\nx\r\n')])],
])

/** Fills a megabyte with repetitions of the text. */
function filled(text: string): Buffer {
  return Buffer.alloc(MB - (MB % text.length), text)
}

/** Sends thousands of pipelined requests on one socket, and bodies of single letters: a megabyte each, repeatedly. */
export const byTheThousand: Attack = {
  name: 'by-the-thousand',
  about: 'thousands of requests, or of pieces of a body, read at once',
  async run({ port }) {
    const until = performance.now() + FLOOD_MS
    const faults: string[] = []
    const flood = async ([what, text]: [string, Buffer]) => {
      while (performance.now() < until) {
        const socket = dial(port, text)
        const ended = new Promise(resolve => socket.once('close', () => resolve(true)))
        if (!(await Promise.race([ended, sleep(MOST_OPEN_MS, false)]))) faults.push(what)
        socket.destroy()
        await sleep(PAUSE_MS)
      }
    }
    await Promise.all([...texts].flatMap(text => Array.from({ length: SOCKETS }, () => flood(text))))
    return [...tally(faults)].map(
      ([what, times]) => `${times} sockets with ${what} went on for ${MOST_OPEN_MS} ms`,
    )
  },
}
