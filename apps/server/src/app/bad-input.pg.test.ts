import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCaller, readCode } from '../testing/caller.ts'
import type { TestUser } from '../testing/factories.ts'
import {
  arrivesByRest,
  arrivesByRpc,
  expectTyped,
  findFault,
  restRequest,
  rpcRequest,
  send,
} from './testing/doors.ts'
import { createGate } from './testing/gate.ts'
import { nested, type Twist, twists } from './testing/hostile.ts'
import {
  bearer,
  createHostileWorld,
  faults,
  type HostileWorld,
  refused,
  survived,
} from './testing/hostile-world.ts'
import { isBuilt, type Procedure, procedures, sampleInput } from './testing/procedures.ts'
import { rowCounts } from './testing/row-counts.ts'
import type { ServedApp } from './testing/served-app.ts'

let hostile: HostileWorld
let served: ServedApp
const makeWorld = () => hostile.makeWorld()

beforeAll(async () => {
  hostile = await createHostileWorld()
  ;({ served } = hostile)
})
afterAll(() => hostile.stop())
afterEach(() => {
  served.takeErrors()
  expect({}).not.toHaveProperty('polluted')
})

const doors = [
  ['the client’s door', rpcRequest, arrivesByRpc],
  ['the REST door', restRequest, arrivesByRest],
] as const
const withInput = procedures.filter(it => it.input)
const signedIn = procedures.filter(it => it.errorCodes.includes('UNAUTHORIZED'))
const inZone = withInput.filter(it => it.errorCodes.includes('ZONE_NOT_FOUND'))

/** Picks one of the cases, a different one for each procedure: bad-input.test.ts tests all of them against the schemas. */
const listSamples = (procedure: Procedure, cases: readonly Twist[]): Twist[] =>
  cases.length === 0 ? [] : [cases[procedures.indexOf(procedure) % cases.length] as Twist]

/** Picks one procedure of each feature, because all of them parse requests alike. */
const oneOfEach = (all: readonly Procedure[]) =>
  all.filter((it, n) => all.findIndex(other => toFeature(other) === toFeature(it)) === n)

type Arrives = (typeof doors)[number][2]

/** Returns the schema's verdict on an input as it arrives through an endpoint; undefined if it reaches another URL. */
const isTaken = (procedure: Procedure, arrives: Arrives, input: unknown) => {
  const arrived = arrives(procedure, input)
  return arrived && procedure.input?.safeParse(arrived.input).success
}

/** Returns the altered inputs that the schema accepts. */
const isAccepted = (procedure: Procedure, arrives: Arrives, known: Record<string, unknown>) =>
  twists(sampleInput(procedure, known)).filter(({ input }) => isTaken(procedure, arrives, input))

/** Returns an altered input that the schema refuses, a different one for each procedure. */
function refusable(procedure: Procedure, arrives: Arrives, known: Record<string, unknown>): Twist {
  const all = twists(sampleInput(procedure, known))
  const from = (procedures.indexOf(procedure) * 7) % all.length
  const twist = [...all.slice(from), ...all].find(it => isTaken(procedure, arrives, it.input) === false)
  return twist ?? expect.fail(`${procedure.name} refuses nothing`)
}

it('every procedure of the contract is implemented', () => {
  const isServed = (procedure: Procedure) => isBuilt(served.services.router, procedure)
  expect(procedures.filter(it => !isServed(it)).map(it => it.name)).toEqual([])
  expect(procedures.length).toBeGreaterThan(13)
})

it('every procedure validates its input first: refused input reaches no handler', async () => {
  const { admin, known } = await makeWorld()
  const gate = createCaller(createGate(served.services.router), served.db, served.services.sessions)(admin)
  const problems: string[] = []
  for (const procedure of withInput) {
    const { label, input } = refusable(procedure, arrivesByRpc, known)
    const [feature = '', member = ''] = procedure.name.split('.')
    const calls = gate as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
    const code = await readCode(calls[feature]?.[member]?.(input) ?? Promise.resolve())
    if (code !== 'BAD_REQUEST') problems.push(`${procedure.name}: ${label}: ${code}`)
  }
  expect(problems).toEqual([])
})

it.for(withInput)('$name survives what its schema accepts', { timeout: 60_000 }, async procedure => {
  const begin = async () => {
    const world = await makeWorld()
    const all = twists(sampleInput(procedure, world.known))
    return { ...world, inputs: new Map(all.map(({ label, input }) => [label, input])) }
  }
  let world = await begin()
  let isSpent = false
  const roles = inZone.includes(procedure) ? (['admin', 'manager'] as const) : (['admin'] as const)
  for (const [_door, createRequest, arrives] of doors) {
    const all = isAccepted(procedure, arrives, world.known)
    // Behind the endpoints the handler is the same, so every kind of strange value is tested with the first endpoint only.
    const kinds = Map.groupBy(all, it => it.label.split(' as ')[0]).values()
    const cases =
      createRequest === rpcRequest
        ? [...kinds].flatMap(it => listSamples(procedure, it))
        : listSamples(procedure, all)
    for (const role of roles)
      for (const { label } of cases) {
        if (isSpent) world = await begin()
        const request = createRequest(procedure, world.inputs.get(label), world[role].token)
        const answer = await send(served.app, request)
        expect(survived(answer), `${label} as ${role}`).toBeUndefined()
        // The call may have ended its session or account, or removed the zone.
        isSpent = procedure.method !== 'GET' && answer.status < 300
      }
  }
  expect(served.takeErrors()).toEqual([])
})

describe.each(doors)('%s', (_door, createRequest, arrives) => {
  it('refuses what the schema refuses, and leaves nothing behind', async () => {
    const { admin, known } = await makeWorld()
    const before = await rowCounts(served.db)
    for (const procedure of oneOfEach(withInput)) {
      const cases = [refusable(procedure, arrives, known)]
      const sendInput = (input: unknown) => send(served.app, createRequest(procedure, input, admin.token))
      expect(await faults(cases, sendInput, refused)).toEqual([])
    }
    expect(await rowCounts(served.db)).toEqual(before)
  })

  it('is closed to people who are not signed in, whatever they send instead of a token', async () => {
    const { member, known } = await makeWorld()
    const tokens = [undefined, 'x', `${member.token}x`, `${member.token}\\0`, "' or true --", 'é'.repeat(3)]
    const before = await rowCounts(served.db)
    for (const procedure of oneOfEach(signedIn))
      for (const token of [...tokens, 'x'.repeat(5_000)])
        expectTyped(
          await send(served.app, createRequest(procedure, sampleInput(procedure, known), token)),
          'UNAUTHORIZED',
        )
    expect(await rowCounts(served.db)).toEqual(before)
  })
})

describe('malformed bodies', () => {
  const noBodies: [string, string | Buffer, string?][] = [
    ['half a JSON text', '{"json":'],
    ['no JSON', 'name=zone'],
    ['a NUL byte', Buffer.from([0])],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x80])],
    ['2 MB', JSON.stringify({ json: { name: 'x'.repeat(2 * 1024 * 1024) } })],
    ['a deep list', nested(100_000)],
    ['a deep field', `{"json":{"name":${nested(100_000)},"id":${nested(100_000)}}}`],
    ['a poisoned prototype', '{"__proto__":{"polluted":1},"json":{"__proto__":{"polluted":1}}}'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"polluted":1}},"json":{}}'],
    [
      'meta that leads to the prototype',
      '{"json":{"a":1},"meta":[[1,"__proto__","polluted"],[0,"constructor","prototype"]]}',
    ],
    ['meta that leads nowhere', '{"json":{"a":1},"meta":[[0,"b","c","d"],[6,"a"],[99,"a"],[5]]}'],
    ['meta that is none', '{"json":{"a":"x"},"meta":{"length":1000000000}}'],
    ['a big number of letters', '{"json":{"a":"x"},"meta":[[0,"a"]]}'],
    ['an expression without end', '{"json":{"a":"/(/"},"meta":[[5,"a"]]}'],
    ['XML', '<zone/>', 'application/xml'],
    ['a form', 'lat=1&lat[__proto__][polluted]=1&__proto__[polluted]=1', 'application/x-www-form-urlencoded'],
    ['a form of parts without parts', '--x--', 'multipart/form-data; boundary=x'],
    ['a form of parts without a boundary', 'x', 'multipart/form-data'],
    ['plain text', '{"json":{}}', 'text/plain'],
    ['bytes', Buffer.from([1, 2, 3]), 'application/octet-stream'],
    ['a stream of events', 'data: {}\n\n', 'text/event-stream'],
    ['a content type that is none', '{}', '\u0001'],
  ]
  const places = oneOfEach(withInput.filter(it => it.method !== 'GET'))
  let world: Awaited<ReturnType<typeof makeWorld>>
  /** Each request has its own person: many large bodies of one person would wait for each other. */
  let admins: Map<Procedure, { rpc: TestUser; rest: TestUser }>
  let before: Record<string, number>
  beforeAll(async () => {
    world = await makeWorld()
    const admin = () => hostile.make.user({ role: 'super_admin' })
    admins = new Map()
    for (const place of places) admins.set(place, { rpc: await admin(), rest: await admin() })
    before = await rowCounts(served.db)
  })

  it.each(noBodies)('%s is refused', { timeout: 60_000 }, async (_label, payload, type) => {
    const problems: string[] = []
    for (const [procedure, { rpc, rest }] of admins) {
      const sample = sampleInput(procedure, world.known)
      for (const [{ token }, request, enough] of [
        [rpc, rpcRequest(procedure, sample), {}],
        [rest, restRequest(procedure, sample), inPath(procedure, sample)],
      ] as const) {
        if (isEnough(procedure, enough)) continue
        const headers = { ...bearer(token), 'content-type': type ?? 'application/json' }
        const fault = findFault(await send(served.app, { ...request, headers, payload }))
        if (fault) problems.push(`${String(request.url)}: ${fault}`)
      }
    }
    expect(problems).toEqual([])
    expect(served.takeErrors()).toEqual([])
  })

  it('refused bodies leave nothing behind', async () => {
    expect(await rowCounts(served.db)).toEqual(before)
  })

  it.for(oneOfEach(withInput))('$name survives a field of any depth', async procedure => {
    const { admin, known } = await makeWorld()
    const sample = sampleInput(procedure, known) as Record<string, unknown>
    const [key] = Object.keys(sample)
    if (!key) return
    const request = rpcRequest(procedure, { ...sample, [key]: 'DEEP' }, admin.token)
    const payload = String(request.payload).replace('"DEEP"', `{"a":${nested(100_000)}}`)
    expect(survived(await send(served.app, { ...request, payload }))).toBeUndefined()
    expect(served.takeErrors()).toEqual([])
  })

  it('an empty body is refused', async () => {
    const { admin } = await makeWorld()
    for (const payload of [undefined, ''])
      for (const url of ['/api/zones', '/rpc/zones/create'])
        expectTyped(
          await send(served.app, {
            method: 'POST',
            url,
            payload,
            headers: {
              ...bearer(admin.token),
              ...(payload === '' ? { 'content-type': 'application/json' } : {}),
            },
          }),
          'BAD_REQUEST',
        )
  })

  it('a query may contain anything', { timeout: 60_000 }, async () => {
    const { known } = await makeWorld()
    const queries = [
      '__proto__[polluted]=1&constructor[prototype][polluted]=1',
      `a${'[0]'.repeat(3_000)}=1`,
      Array.from({ length: 1_500 }, (_, n) => `lat[${n}]=1`).join('&'),
      'lat[999999999]=1&lat[length]=4294967295',
      'data=%7B',
      'data=%00&lat=%00&lat=NaN&lng=Infinity',
      '%E0%A4%A=%E0%A4%A',
      'data=%7B%22json%22%3A%7B%22__proto__%22%3A%7B%22polluted%22%3A1%7D%7D%7D',
    ]
    const getQueries = oneOfEach(procedures.filter(it => it.method === 'GET'))
    for (const procedure of getQueries) {
      const { token } = await hostile.make.user({ role: 'super_admin' })
      const path = String(restRequest(procedure, sampleInput(procedure, known)).url).split('?')[0]
      // The endpoint of our own client parses the query itself, in the same way for every procedure.
      const own = procedure === getQueries[0] ? [`/rpc/${procedure.name.replace('.', '/')}`] : []
      for (const url of [path, ...own])
        for (const query of queries) {
          const answer = await send(served.app, {
            method: 'GET',
            url: `${url}?${query}`,
            headers: bearer(token),
          })
          expect(survived(answer), `${url}?${query.slice(0, 60)}`).toBeUndefined()
        }
    }
    expect(served.takeErrors()).toEqual([])
  })
})

describe('invalid URLs', () => {
  it.each([
    ['DELETE', '/api/zones'],
    ['PATCH', '/api/auth/sign-in'],
    ['GET', '/api/auth/sign-in'],
    ['GET', '/rpc/zones/create'],
    ['PUT', '/ingest/positions'],
    ['GET', '/ingest/positions'],
    ['POST', '/rpc/zones'],
    ['POST', '/rpc/zones/__proto__'],
    ['POST', '/rpc/constructor/prototype'],
    ['POST', '/rpc/zones/mine/~orpc'],
    ['POST', '/rpc/%00'],
    ['POST', '/api/%E0%A4%A'],
    ['GET', '/api/zones/%2e%2e%2f%2e%2e/etc/passwd'],
    ['GET', '/../../package.json'],
    ['GET', '/%2e%2e/%2e%2e/package.json'],
    ['POST', '/nowhere'],
  ] as const)('%s %s', async (method, url) => {
    const { admin } = await makeWorld()
    const answer = await send(served.app, { method, url, headers: bearer(admin.token) })
    expectTyped(answer)
    expect([400, 404, 405]).toContain(answer.status)
  })
})

/** True if the procedure needs nothing else: then additional fields of a body do not matter. */
const isEnough = ({ input }: Procedure, fields: object) => input?.safeParse(fields).success === true

const inPath = ({ path }: Procedure, input: unknown) =>
  Object.fromEntries(Object.entries(input as object).filter(([key]) => path.includes(`{${key}}`)))

const toFeature = ({ name }: Procedure) => name.split('.')[0]
