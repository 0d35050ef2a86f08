import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NewSubscription } from '../push.queries.ts'

/** A push as decrypted by the browser, with the headers that the push service received. */
export type ReceivedPush = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly notice: Record<string, unknown>
  /** The claims of the token (RFC 8292), after its signature was verified. */
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number }
  readonly publicKey: string
}

/**
 * Starts a local push service that also plays the browsers: it knows their keys and decrypts the pushes it receives. It rejects
 * requests while `fails` returns true.
 */
export async function startStandInPushService({ fails = () => false }: { fails?: () => boolean } = {}) {
  const browsers = new Map<string, Browser>()
  const receivedPushes: ReceivedPush[] = []
  const queuedResponses: (number | 'silence')[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    const browser = browsers.get(path)
    const status = queuedResponses.shift() ?? (fails() ? 503 : browser ? 201 : 404)
    if (status === 'silence') return request.socket.destroy()
    if (browser && status === 201) {
      const notice = JSON.parse(decrypt(Buffer.concat(chunks), browser))
      receivedPushes.push({
        path,
        headers: request.headers,
        notice,
        ...readToken(request.headers.authorization),
      })
    }
    response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received: receivedPushes,
    /** Statuses for the next requests, instead of the usual response; `silence` closes the connection without a response. */
    answers: queuedResponses,
    /** Creates a browser and returns its subscription, as the page would get it. */
    browser(): NewSubscription {
      const path = `/send/${randomBytes(12).toString('base64url')}`
      const browser = createBrowser()
      browsers.set(path, browser)
      return {
        endpoint: `${origin}${path}`,
        p256dh: browser.keys.getPublicKey('base64url'),
        auth: browser.auth.toString('base64url'),
      }
    },
    async stop(): Promise<void> {
      server.close()
      await once(server, 'close')
    },
  }
}

type Browser = ReturnType<typeof createBrowser>

function createBrowser() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { keys: ecdh, auth: randomBytes(16) }
}

/** Decrypts a push as specified in RFC 8291 and RFC 8188, with a single record. */
function decrypt(body: Buffer, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const sharedSecret = derive(keys.computeSecret(senderKey), auth, info, 32)
  const key = derive(sharedSecret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(sharedSecret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const paddedText = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return paddedText.subarray(0, paddedText.lastIndexOf(2)).toString('utf8')
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

function readToken(authorization = ''): Pick<ReceivedPush, 'claims' | 'publicKey'> {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(it => it.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signedData = Buffer.from(`${header}.${claims}`)
  if (!verify('sha256', signedData, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('The token of a push is not signed with its key')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), publicKey }
}
