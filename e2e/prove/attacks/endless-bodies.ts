import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type Attack, dial } from './attack.ts'

const MB = 1024 * 1024
const MAX_SENT_BYTES = 450 * MB
/** Upper bound for what socket buffers and a rejection in transit may take. */
const ALLOWED_BYTES = 64 * MB

const piece = Buffer.alloc(256 * 1024, 0x61)
const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])

/** Sends bodies of 450 MB with every method to endpoints that expect no body or a small one, all at the same time. */
export const endlessBodies: Attack = {
  name: 'endless-bodies',
  about: 'bodies of 450 MB with every method',
  async run({ port }) {
    const methods = ['HEAD', 'TRACE', 'GET', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH']
    const urls = ['/rpc/auth/settings', '/api/auth/settings', '/ingest/positions', '/upload/profile-image']
    const results = await Promise.all(
      methods.flatMap(method =>
        urls.map(async url => {
          const head = `${method} ${url} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n`
          return { what: `${method} ${url}`, bytes: await sendEndlessBody(dial(port, head)) }
        }),
      ),
    )
    return results
      .filter(({ bytes }) => bytes > ALLOWED_BYTES)
      .map(({ what, bytes }) => `${what} took ${Math.round(bytes / MB)} MB`)
  },
}

async function sendEndlessBody(socket: Socket): Promise<number> {
  const closePromise = once(socket, 'close').catch(() => undefined)
  while (!socket.destroyed && socket.bytesWritten < MAX_SENT_BYTES)
    if (!socket.write(chunk))
      await Promise.race([new Promise(resolve => socket.once('drain', resolve)), closePromise])
  socket.destroy()
  return socket.bytesWritten
}
