import { type Attack, countOpenAfter, dial } from './attack.ts'

const texts = [
  '',
  'GET /livez HTTP/1.1\r\nHost: x\r\nX-Half: ',
  'POST /rpc/auth/signIn HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"json":',
  'PUT /upload/profile-image HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nhalf',
  'GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
]

/** Opens silent sockets, half-sent headers, bodies and uploads, and feed sockets that never send `hello`: 1,500 in total. */
export const halfSent: Attack = {
  name: 'half-sent',
  about: '1,500 sockets that stay silent or stop half-way',
  async run({ port }) {
    const sockets = texts.flatMap(text => Array.from({ length: 300 }, () => dial(port, text)))
    const remaining = await countOpenAfter(sockets, 40_000)
    return remaining > 0 ? [`${remaining} of ${sockets.length} sockets are open after 40 s`] : []
  },
}
