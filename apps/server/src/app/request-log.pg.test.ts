import { beforeEach, expect, it } from 'vitest'
import { insideTestBox } from '../testing/factories.ts'
import { testWorld } from '../testing/test-world.ts'
import { serveApp, testServer } from './testing/served-app.ts'

type Line = { msg: string; requestId?: string; err?: { message: string } } & Record<string, unknown>

const texts: string[] = []

const { database, server, make } = testServer({
  env: { REQUEST_LOG: true },
  logLevel: 'info',
  onLine: line => texts.push(line),
})
const { zone, member } = testWorld({ make }, { member: 'app_user' }, { once: true })
beforeEach(() => void texts.splice(0))

const readLines = () => texts.map(text => JSON.parse(text) as Line)
const requestLines = () => readLines().filter(({ msg }) => msg === 'Request')
const headers = () => ({ authorization: `Bearer ${member.token}` })

it('logs one line per request: the id sent to the client, route, status, time, account and IP address', async () => {
  const { headers: sent } = await server.app.inject({
    url: `/rpc/zones/mine`,
    method: 'POST',
    headers: headers(),
    payload: { json: {} },
  })
  expect(requestLines()).toEqual([
    expect.objectContaining({
      requestId: sent['x-request-id'],
      method: 'POST',
      route: 'zones.mine',
      status: 200,
      ms: expect.any(Number),
      account: member.id,
      address: '127.0.0.1',
    }),
  ])
})

it('omits the account of a signed-out request, and the name of a route that is not served', async () => {
  await server.app.inject({ url: '/api/zones/mine' })
  await server.app.inject({ url: '/such/a/secret?key=secret' })
  expect(requestLines().map(({ route, status, account }) => [route, status, account])).toEqual([
    ['zones.mine', 401, undefined],
    ['none', 404, undefined],
  ])
})

it('logs no token, password, PIN, query, position, name or email address', async () => {
  const position = { ...insideTestBox, accuracyMeters: 7.25 }
  const reading = { ...position, id: crypto.randomUUID(), capturedAt: new Date().toISOString() }
  const post = (url: string, payload: object) =>
    server.app.inject({ url, method: 'POST', headers: headers(), payload })
  await post('/ingest/positions', { readings: [{ ...reading, zoneId: zone.id }] })
  await post('/rpc/presence/checkUserInZone', {
    json: { ...reading, id: crypto.randomUUID(), zoneId: zone.id },
  })
  await post('/rpc/auth/signIn', { json: { email: member.email, password: 'Password-9731' } })
  await post('/rpc/zones/enter', { json: { zoneId: zone.id, pin: '473829' } })
  await server.app.inject({
    url: `/ingest/osmand?id=tracker-token-5521&lat=${position.lat}&lon=${position.lng}`,
  })
  await server.app.inject({ url: '/files/photos/secret-path?signature=signature-8842' })
  expect(requestLines()).toHaveLength(6)
  const text = texts.join('')
  const secrets = [
    member.token,
    member.email,
    zone.name,
    'Password-9731',
    '473829',
    'tracker-token-5521',
    'secret-path',
    'signature-8842',
    String(position.lat),
    String(position.lng),
    '7.25',
  ]
  expect(secrets.filter(secret => text.includes(secret))).toEqual([])
})

/** Makes every query of a table fail as if it had been forgotten, which is a bug to the server. */
async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  await server.db.pool.query(`alter table ${table} rename to missing_table`)
  try {
    await work()
  } finally {
    await server.db.pool.query(`alter table missing_table rename to ${table}`)
  }
}

it('puts the request id of an unexpected error into the response and the log line', async () => {
  await withoutTable('trackers', async () => {
    const broken = await server.app.inject({ url: '/ingest/osmand?id=some-unknown-token' })
    const requestId = broken.headers['x-request-id']
    expect(requestId).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(broken.json()).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', status: 500, data: { requestId } })
    expect(broken.body).not.toContain('relation')
    expect(readLines().find(({ err }) => err)?.requestId).toBe(requestId)
  })
})

it('does the same for a bug in a procedure, whichever way it is called', async () => {
  await withoutTable('zones', async () => {
    const rpc = await server.app.inject({
      url: '/rpc/zones/mine',
      method: 'POST',
      headers: headers(),
      payload: { json: {} },
    })
    const rest = await server.app.inject({ url: '/api/zones/mine', headers: headers() })
    for (const [response, error] of [
      [rpc, rpc.json().json],
      [rest, rest.json()],
    ] as const) {
      const requestId = response.headers['x-request-id']
      expect(error).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', status: 500, data: { requestId } })
      expect(response.body).not.toContain('relation')
      const errorLine = readLines().find(it => it.requestId === requestId && it.err)
      expect(errorLine).toMatchObject({ operation: 'zones.mine', level: 50 })
    }
  })
})

it('sends the id but logs no line without REQUEST_LOG', async () => {
  const lines: string[] = []
  const quiet = await serveApp(database.url, { logLevel: 'info', onLine: line => lines.push(line) })
  const { headers: sent } = await quiet.app.inject({ url: '/livez' })
  expect(sent['x-request-id']).toMatch(/^[0-9A-Z]{4}-/)
  expect(lines.filter(line => line.includes('"Request"'))).toEqual([])
  await quiet.close()
})

it('an answer that is not possible now carries it too, and the log has the reason', async () => {
  await withoutTable('zones', async () => {
    await server.db.pool.query(`
      create function wait_in_vain() returns boolean language plpgsql as
        $$ begin raise exception 'the lock was not free' using errcode = '55P03'; end $$;
      create view zones as select * from missing_table where wait_in_vain();
      grant select on zones to public;`)
    try {
      const post = {
        url: '/rpc/zones/mine',
        method: 'POST',
        headers: headers(),
        payload: { json: {} },
      } as const
      for (const request of [post, { url: '/api/zones/mine', headers: headers() }]) {
        const response = await server.app.inject(request)
        const error = response.json().json ?? response.json()
        const requestId = response.headers['x-request-id']
        expect(error).toMatchObject({ defined: true, code: 'SERVICE_UNAVAILABLE', data: { requestId } })
        expect(readLines()).toContainEqual(
          expect.objectContaining({
            requestId,
            reason: 'the lock was not free',
            msg: 'A request could not be answered now (503)',
          }),
        )
      }
    } finally {
      await server.db.pool.query('drop view zones; drop function wait_in_vain')
    }
  })
})
