import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCaller, readCode } from '../testing/caller.ts'
import type { TestUser } from '../testing/factories.ts'
import {
  createRestRequest,
  createRpcRequest,
  type DoorResponse,
  expectTypedError,
  findProblem,
  parseRestInput,
  parseRpcInput,
  readCode as readResponseCode,
  send,
} from './testing/doors.ts'
import { createGate } from './testing/gate.ts'
import { combineMutations, createMutations, createNestedJson, type Mutation } from './testing/hostile.ts'
import {
  createBearerHeaders,
  createHostileWorld,
  findProblems,
  findServerProblem,
  findUnrefusedProblem,
  type HostileWorld,
} from './testing/hostile-world.ts'
import { createSampleInput, isBuilt, type Procedure, procedures } from './testing/procedures.ts'
import { countTableRows } from './testing/row-counts.ts'
import type { ServedApp } from './testing/served-app.ts'

let hostileWorld: HostileWorld
let server: ServedApp
const makeWorld = () => hostileWorld.makeWorld()

beforeAll(async () => {
  hostileWorld = await createHostileWorld()
  ;({ served: server } = hostileWorld)
})
afterAll(() => hostileWorld.stop())
afterEach(() => {
  server.takeErrors()
  expect({}).not.toHaveProperty('polluted')
})

const doors = [
  ['the client’s door', createRpcRequest, parseRpcInput],
  ['the REST door', createRestRequest, parseRestInput],
] as const
const inputProcedures = procedures.filter(it => it.input)
const signedInProcedures = procedures.filter(it => it.errorCodes.includes('UNAUTHORIZED'))
const zoneProcedures = inputProcedures.filter(it => it.errorCodes.includes('ZONE_NOT_FOUND'))

/** Picks one procedure per feature, because all procedures parse requests alike. */
const pickOnePerFeature = (candidates: readonly Procedure[]) =>
  candidates.filter((it, n) => candidates.findIndex(other => toFeature(other) === toFeature(it)) === n)

type CreateRequest = (typeof doors)[number][1]
type ParseInput = (typeof doors)[number][2]

/** Returns whether the schema accepts the input as it arrives through an endpoint; undefined if the input leads to another URL. */
const isInputAccepted = (procedure: Procedure, parseInput: ParseInput, input: unknown) => {
  const parsedInput = parseInput(procedure, input)
  return parsedInput && procedure.input?.safeParse(parsedInput.input).success
}

/** Returns one of the mutations that the schema accepts, or that it does not, a different one for each procedure. */
function findMutation(
  procedure: Procedure,
  parseInput: ParseInput,
  mutations: readonly Mutation[],
  isAccepted: boolean,
): Mutation | undefined {
  const firstIndex = (procedures.indexOf(procedure) * 7) % mutations.length
  return [...mutations.slice(firstIndex), ...mutations.slice(0, firstIndex)].find(
    it => isInputAccepted(procedure, parseInput, it.input) === isAccepted,
  )
}

/** bad-input.test.ts tests all mutations against the schemas. */
const findAcceptedMutation = (...[procedure, parseInput, mutations]: [Procedure, ParseInput, Mutation[]]) =>
  findMutation(procedure, parseInput, mutations, true)

/** Spreads one accepted mutation of each kind over as few inputs as possible, which the schema accepts too. */
function packMutations(procedure: Procedure, sample: unknown, mutations: readonly Mutation[]): Mutation[][] {
  const isAccepted = (pack: readonly Mutation[]) => {
    const input = combineMutations(sample, pack)
    return input !== undefined && isInputAccepted(procedure, parseRpcInput, input) === true
  }
  const packs: Mutation[][] = []
  for (const group of Map.groupBy(mutations, it => it.label.split(' as ')[0]).values()) {
    const first = findAcceptedMutation(procedure, parseRpcInput, group)
    if (!first) continue
    const candidates = [first, ...group.filter(it => it !== first)]
    const pack = packs.find(it => {
      const fitting = candidates.find(candidate => isAccepted([...it, candidate]))
      if (fitting) it.push(fitting)
      return fitting
    })
    if (!pack) packs.push([first])
  }
  return packs
}

const findRefusedMutation = (
  procedure: Procedure,
  parseInput: ParseInput,
  known: Record<string, unknown>,
): Mutation =>
  findMutation(procedure, parseInput, createMutations(createSampleInput(procedure, known)), false) ??
  expect.fail(`${procedure.name} refuses nothing`)

/** True if the caller was refused before the handler ran, because of their role or place. */
const isAccessRefusal = (response: DoorResponse) =>
  response.status === 403 || readResponseCode(response) === 'ZONE_NOT_FOUND'

it('every procedure of the contract is implemented', () => {
  const isServed = (procedure: Procedure) => isBuilt(server.services.router, procedure)
  expect(procedures.filter(it => !isServed(it)).map(it => it.name)).toEqual([])
  expect(procedures.length).toBeGreaterThan(13)
})

it('every procedure validates its input first: refused input reaches no handler', async () => {
  const { admin, known } = await makeWorld()
  const gate = createCaller(createGate(server.services.router), server.db, server.services.sessions)(admin)
  const problems: string[] = []
  for (const procedure of inputProcedures) {
    const { label, input } = findRefusedMutation(procedure, parseRpcInput, known)
    const [feature = '', member = ''] = procedure.name.split('.')
    const calls = gate as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
    const code = await readCode(calls[feature]?.[member]?.(input) ?? Promise.resolve())
    if (code !== 'BAD_REQUEST') problems.push(`${procedure.name}: ${label}: ${code}`)
  }
  expect(problems).toEqual([])
})

describe('every procedure survives what its schema accepts', () => {
  let world: Awaited<ReturnType<typeof makeWorld>>
  /** True if a call has written since the world was made, and so may have ended its own session or account, or removed the zone. */
  let isSpent: boolean
  const startWorld = async () => {
    world = await makeWorld()
    isSpent = false
  }
  beforeAll(startWorld)

  it.for(inputProcedures)('$name', { timeout: 60_000 }, async procedure => {
    const createInputs = () => {
      const sample = createSampleInput(procedure, world.known)
      return { sample, mutations: createMutations(sample) }
    }
    let inputs = createInputs()
    /** Sends mutations together, and again in a new world if a call before this one may be why they are refused. */
    const sendMutations = async (
      createRequest: CreateRequest,
      labels: readonly string[],
      role: 'admin' | 'manager',
    ) => {
      const sendOnce = async () => {
        const pack = inputs.mutations.filter(it => labels.includes(it.label))
        const input = combineMutations(inputs.sample, pack)
        const response = await send(server.app, createRequest(procedure, input, world[role].token))
        expect(findServerProblem(response), `${labels} as ${role}`).toBeUndefined()
        return response
      }
      let response = await sendOnce()
      if (isSpent && response.status >= 400) {
        await startWorld()
        inputs = createInputs()
        response = await sendOnce()
      }
      isSpent ||= procedure.method !== 'GET' && response.status < 300
      return response
    }
    /** A manager passes through more row-level security than an admin, who then only calls where the manager may not. */
    const sendAsEither = async (labels: readonly string[]) => {
      const response =
        zoneProcedures.includes(procedure) && (await sendMutations(createRpcRequest, labels, 'manager'))
      return response && !isAccessRefusal(response)
        ? response
        : sendMutations(createRpcRequest, labels, 'admin')
    }
    for (const pack of packMutations(procedure, inputs.sample, inputs.mutations)) {
      const labels = pack.map(it => it.label)
      const { status } = await sendAsEither(labels)
      // One of the values may be why the handler refused the others. A resource that is missing is missing for all of them.
      if (labels.length > 1 && status >= 400 && status !== 404)
        for (const label of labels) await sendAsEither([label])
    }
    // All endpoints share the handler, so only the first endpoint is tested with every kind of strange value.
    const restMutation = findAcceptedMutation(procedure, parseRestInput, inputs.mutations)
    if (restMutation) await sendMutations(createRestRequest, [restMutation.label], 'admin')
    expect(server.takeErrors()).toEqual([])
  })
})

describe.each(doors)('%s', (_door, createRequest, parseInput) => {
  it('refuses what the schema refuses, and leaves nothing behind', async () => {
    const { admin, known } = await makeWorld()
    const countsBefore = await countTableRows(server.db)
    for (const procedure of pickOnePerFeature(inputProcedures)) {
      const cases = [findRefusedMutation(procedure, parseInput, known)]
      const sendInput = (input: unknown) => send(server.app, createRequest(procedure, input, admin.token))
      expect(await findProblems(cases, sendInput, findUnrefusedProblem)).toEqual([])
    }
    expect(await countTableRows(server.db)).toEqual(countsBefore)
  })

  it('is closed to people who are not signed in, whatever they send instead of a token', async () => {
    const { member, known } = await makeWorld()
    const tokens = [
      ...[undefined, 'x', `${member.token}x`, `${member.token}\\0`],
      ...["' or true --", 'é'.repeat(3), 'x'.repeat(5_000)],
    ]
    const countsBefore = await countTableRows(server.db)
    // All procedures resolve tokens alike, so each feature gets no token and one of the others in turn.
    for (const [n, procedure] of pickOnePerFeature(signedInProcedures).entries())
      for (const token of [undefined, tokens[1 + (n % (tokens.length - 1))]])
        expectTypedError(
          await send(server.app, createRequest(procedure, createSampleInput(procedure, known), token)),
          'UNAUTHORIZED',
        )
    expect(await countTableRows(server.db)).toEqual(countsBefore)
  })
})

describe('malformed bodies', () => {
  const invalidBodies: [string, string | Buffer, string?][] = [
    ['half a JSON text', '{"json":'],
    ['no JSON', 'name=zone'],
    ['a NUL byte', Buffer.from([0])],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x80])],
    ['2 MB', JSON.stringify({ json: { name: 'x'.repeat(2 * 1024 * 1024) } })],
    ['a deep list', createNestedJson(100_000)],
    ['a deep field', `{"json":{"name":${createNestedJson(100_000)},"id":${createNestedJson(100_000)}}}`],
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
  const procedurePerFeature = pickOnePerFeature(inputProcedures.filter(it => it.method !== 'GET'))
  let world: Awaited<ReturnType<typeof makeWorld>>
  /** Each request is sent by a different person, because large bodies from the same person would queue behind each other. */
  let adminsByProcedure: Map<Procedure, { rpc: TestUser; rest: TestUser }>
  let countsBefore: Record<string, number>
  beforeAll(async () => {
    world = await makeWorld()
    const createAdmin = () => hostileWorld.make.user({ role: 'super_admin' })
    adminsByProcedure = new Map()
    for (const procedure of procedurePerFeature)
      adminsByProcedure.set(procedure, { rpc: await createAdmin(), rest: await createAdmin() })
    countsBefore = await countTableRows(server.db)
  })

  it.for(invalidBodies)('%s is refused', { timeout: 60_000 }, async invalidBody => {
    const [, payload, type] = invalidBody
    const problems: string[] = []
    // All procedures parse bodies alike, so each body goes to a sixth of the procedures, other ones than the body before it.
    const isTried = (_: unknown, n: number) => n % 6 === invalidBodies.indexOf(invalidBody) % 6
    for (const [procedure, { rpc, rest }] of [...adminsByProcedure].filter(isTried)) {
      const sample = createSampleInput(procedure, world.known)
      for (const [{ token }, request, isEnoughInput] of [
        [rpc, createRpcRequest(procedure, sample), {}],
        [rest, createRestRequest(procedure, sample), isPathInput(procedure, sample)],
      ] as const) {
        if (acceptsFields(procedure, isEnoughInput)) continue
        const headers = { ...createBearerHeaders(token), 'content-type': type ?? 'application/json' }
        const problem = findProblem(await send(server.app, { ...request, headers, payload }))
        if (problem) problems.push(`${String(request.url)}: ${problem}`)
      }
    }
    expect(problems).toEqual([])
    expect(server.takeErrors()).toEqual([])
  })

  it('refused bodies leave nothing behind', async () => {
    expect(await countTableRows(server.db)).toEqual(countsBefore)
  })

  it.for(pickOnePerFeature(inputProcedures))('$name survives a field of any depth', async procedure => {
    const { admin, known } = world
    const sample = createSampleInput(procedure, known) as Record<string, unknown>
    const [key] = Object.keys(sample)
    if (!key) return
    const request = createRpcRequest(procedure, { ...sample, [key]: 'DEEP' }, admin.token)
    const payload = String(request.payload).replace('"DEEP"', `{"a":${createNestedJson(100_000)}}`)
    expect(findServerProblem(await send(server.app, { ...request, payload }))).toBeUndefined()
    expect(server.takeErrors()).toEqual([])
  })

  it('an empty body is refused', async () => {
    const { admin } = await makeWorld()
    for (const payload of [undefined, ''])
      for (const url of ['/api/zones', '/rpc/zones/create'])
        expectTypedError(
          await send(server.app, {
            method: 'POST',
            url,
            payload,
            headers: {
              ...createBearerHeaders(admin.token),
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
    const getQueries = pickOnePerFeature(procedures.filter(it => it.method === 'GET'))
    for (const [n, procedure] of getQueries.entries()) {
      const { token } = await hostileWorld.make.user({ role: 'super_admin' })
      const path = String(createRestRequest(procedure, createSampleInput(procedure, known)).url).split('?')[0]
      // The endpoint for our own client parses the query itself, identically for every procedure, so one procedure is enough.
      const rpcAddresses = procedure === getQueries[0] ? [`/rpc/${procedure.name.replace('.', '/')}`] : []
      for (const url of [path, ...rpcAddresses])
        for (const query of procedure === getQueries[0] ? queries : [queries[n % queries.length]]) {
          const response = await send(server.app, {
            method: 'GET',
            url: `${url}?${query}`,
            headers: createBearerHeaders(token),
          })
          expect(findServerProblem(response), `${url}?${query?.slice(0, 60)}`).toBeUndefined()
        }
    }
    expect(server.takeErrors()).toEqual([])
  })
})

describe('invalid URLs', () => {
  let admin: TestUser
  beforeAll(async () => {
    admin = await hostileWorld.make.user({ role: 'super_admin' })
  })

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
    const response = await send(server.app, { method, url, headers: createBearerHeaders(admin.token) })
    expectTypedError(response)
    expect([400, 404, 405]).toContain(response.status)
  })
})

it('DELETE with a slash at the end, to which programs shorten `…/badges/..`, deletes no zone', async () => {
  const { admin, known } = await makeWorld()
  const del = (url: string) =>
    send(server.app, { method: 'DELETE', url, headers: createBearerHeaders(admin.token) })
  expect((await del(`/api/zones/${known.zoneId}/`)).status).toBe(404)
  expect((await del(`/api/zones/${known.zoneId}`)).status).toBe(200)
})

/** True if these fields are all the input the procedure needs, in which case other fields of the body do not matter. */
const acceptsFields = ({ input }: Procedure, fields: object) => input?.safeParse(fields).success === true

const isPathInput = ({ path }: Procedure, input: unknown) =>
  Object.fromEntries(Object.entries(input as object).filter(([key]) => path.includes(`{${key}}`)))

const toFeature = ({ name }: Procedure) => name.split('.')[0]
