import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { feedVersion, type ServerMessage } from '@muster/contract/feed.ts'
import { limits } from '@muster/domain/limits.ts'
import { WebSocket } from 'ws'
import type { Muster } from '../../muster.ts'
import { enrolPerson, findZoneId, password, pin, toEmail } from '../../people.ts'
import { host, type RunningProxy } from './start-proxy.ts'

/** The address from which the client connects; all of 127.0.0.0/8 is this machine. */
const clientAddress = '127.0.0.9'
/** The address that the client claims to have. */
const claimedAddress = '198.51.100.66'
const eventTimeoutMs = 10_000
const zone = 'Yamuna Works Yard'

type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}
type Call = (
  method: string,
  path: string,
  options?: { headers?: Record<string, string>; body?: Buffer | string },
) => Promise<Answer>

/** Checks from outside what a proxy must do for Muster. Returns the problems. */
export async function checkProxy(muster: Muster, proxy: RunningProxy): Promise<string[]> {
  const call = createClient(proxy)
  const checks = [checkRedirect, checkAddress, checkCompression, checkHsts, checkSocket, checkUpload]
  const problems: string[] = []
  for (const check of checks)
    problems.push(...(await check({ muster, proxy, call }).catch(error => [`${check.name}: ${error}`])))
  return problems
}

type Subject = { readonly muster: Muster; readonly proxy: RunningProxy; readonly call: Call }

async function checkRedirect({ proxy }: Subject): Promise<string[]> {
  const answer = await send(
    requestHttp({ host: '127.0.0.1', port: proxy.http, path: '/', headers: { host } }),
  )
  const isRedirect =
    [301, 308].includes(answer.status) && answer.headers.location?.startsWith(`https://${host}`)
  return isRedirect
    ? []
    : [`http is answered with ${answer.status} ${answer.headers.location}, not led to https`]
}

/** The server must see the client's real address, and nothing of the one that it claims. */
async function checkAddress({ muster, call }: Subject): Promise<string[]> {
  const claims = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'client-ip', 'true-client-ip'].map(name => [
    name,
    name === 'forwarded' ? `for=${claimedAddress}` : claimedAddress,
  ])
  const { headers } = await call('GET', '/api/auth/settings', { headers: Object.fromEntries(claims) })
  const line = await waitFor(() =>
    muster
      .said()
      .split('\n')
      .find(it => it.includes(`"${headers['x-request-id']}"`)),
  )
  if (line.includes(claimedAddress)) return [`the address that a client claims reaches the server: ${line}`]
  const { address } = JSON.parse(line)
  return address === clientAddress ? [] : [`the server sees ${address} and not the client's ${clientAddress}`]
}

/** Answers must be compressed once, and be the same as without the proxy. */
async function checkCompression({ muster, call }: Subject): Promise<string[]> {
  const problems: string[] = []
  for (const path of ['/', '/api/openapi.json']) {
    const plain = Buffer.from(await (await fetch(`${muster.origin}${path}`)).arrayBuffer())
    for (const [coding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, body } = await call('GET', path, { headers: { 'accept-encoding': coding } })
      const isSame = headers['content-encoding'] === coding && decompress(body).equals(plain)
      if (!isSame)
        problems.push(
          `${path} as ${coding} came as ${headers['content-encoding']}, or is not what the server sent`,
        )
    }
  }
  return problems
}

async function checkHsts({ call }: Subject): Promise<string[]> {
  const { rawHeaders, headers } = await call('GET', '/')
  const count = rawHeaders.filter(it => it.toLowerCase() === 'strict-transport-security').length
  const isRemembered = count === 1 && /max-age=\d{7,}/.test(headers['strict-transport-security'] ?? '')
  return isRemembered
    ? []
    : [`Strict-Transport-Security came ${count} times: ${headers['strict-transport-security']}`]
}

/** A person's other sign-in reaches their open socket as an event. */
async function checkSocket({ call, proxy }: Subject): Promise<string[]> {
  const { token } = await signIn(call)
  const socket = new WebSocket(`wss://${host}:${proxy.https}/live`, {
    ca: proxy.certificate,
    lookup: (_name, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }] as never),
  })
  const messages: ServerMessage[] = []
  socket.on('message', data => messages.push(JSON.parse(String(data))))
  try {
    await once(socket, 'open', { signal: AbortSignal.timeout(eventTimeoutMs) })
    socket.send(JSON.stringify({ type: 'hello', version: feedVersion, token, topics: [] }))
    await waitFor(() => messages.find(it => it.type === 'ready'))
    await signIn(call)
    await waitFor(() => messages.find(it => it.type === 'event' && it.event.kind === 'session.started'))
    return []
  } catch (error) {
    return [`no event came through /live: ${error}; messages: ${JSON.stringify(messages)}`]
  } finally {
    socket.terminate()
  }
}

/** The largest attachment passes. */
async function checkUpload({ muster, call }: Subject): Promise<string[]> {
  const { email } = await enrolPerson(muster, 'Uma Rao', { [zone]: 'zone_manager_rw' })
  const { token } = await signIn(call, email)
  const zoneId = await findZoneId(muster, zone)
  const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await call('POST', `/api/zones/${zoneId}/enter`, { headers: json, body: JSON.stringify({ pin }) })
  const query = new URLSearchParams({ zoneId, requestId: randomUUID(), name: 'large.txt' })
  const { status, body } = await call('PUT', `/upload/documents?${query}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.alloc(limits.attachmentMaxBytes, 'a line of text\n'),
  })
  return status === 200 ? [] : [`an upload of 10 MB is answered with ${status}: ${body.subarray(0, 300)}`]
}

async function signIn(call: Call, email = toEmail('client')): Promise<{ token: string }> {
  const { status, body } = await call('POST', '/api/auth/sign-in', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (status !== 200) throw new Error(`the sign-in is answered with ${status}: ${body}`)
  return JSON.parse(String(body)).session
}

/** Creates a client that connects to the proxy from `clientAddress` and trusts its certificate only. */
function createClient({ https, certificate }: RunningProxy): Call {
  return (method, path, { headers = {}, body } = {}) =>
    send(
      requestHttps({
        ...{ host: '127.0.0.1', port: https, localAddress: clientAddress, servername: host, ca: certificate },
        ...{ method, path, agent: false },
        headers: {
          host,
          ...headers,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
      }),
      body,
    )
}

async function send(request: ReturnType<typeof requestHttp>, body?: Buffer | string): Promise<Answer> {
  // A proxy that refuses a body may answer and then close the connection.
  const failure = new Promise<never>((_, reject) => request.on('error', reject))
  request.end(body)
  const [response] = await Promise.race([once(request, 'response'), failure])
  failure.catch(() => undefined)
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const { statusCode, headers, rawHeaders } = response
  return { status: statusCode, headers, rawHeaders, body: Buffer.concat(chunks) }
}

async function waitFor<T>(find: () => T | undefined): Promise<T> {
  for (const deadline = Date.now() + eventTimeoutMs; Date.now() < deadline; await sleep(50)) {
    const value = find()
    if (value !== undefined) return value
  }
  throw new Error(`nothing came within ${eventTimeoutMs / 1000} s`)
}
