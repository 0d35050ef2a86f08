import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { closeCodes, feedVersion } from '@muster/contract/feed.ts'
import { beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { TestUser } from '../testing/factories.ts'
import { createRpcRequest, readCode, send } from './testing/doors.ts'
import {
  createKnownFields,
  createSampleInput,
  findProcedureAccess,
  procedures,
} from './testing/procedures.ts'
import { serveApp, testServer } from './testing/served-app.ts'

const { database, server, make } = testServer({ twoStepRequiredFrom: new Date('2020-01-01') })
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})

const call = async (name: string, { token }: Pick<TestUser, 'token'>, input?: unknown) => {
  const procedure = procedures.find(it => it.name === name)
  if (!procedure) throw new Error(`${name} is gone`)
  return send(server.app, createRpcRequest(procedure, input, token))
}
const isAdmitted = async (person: TestUser) =>
  readCode(await call('zones.mine', person)) !== 'TWO_STEP_REQUIRED'
const setSessionProof = (person: TestUser, proof: string) =>
  server.db.pool.query('update auth.sessions set proof = $2 where id = $1', [person.sessionId, proof])

it('people who are responsible for others owe a second step, by account or in any zone; nobody else does', async () => {
  const zone = await make.zone()
  const [admin, manager, member, keeper, guest] = [
    await make.user({ role: 'admin' }),
    await make.user({ role: 'zone_manager_ro' }),
    await make.user(),
    await make.user(),
    await make.user(),
  ]
  await make.assign(keeper, zone, 'zone_manager_rw')
  await make.assign(member, zone, 'app_user')
  await make.assign(guest, zone, 'zone_manager_rw')
  await server.db.pool.query('update zone_assignments set accepted_at = null where user_id = $1', [guest.id])
  const admissions = []
  for (const person of [admin, manager, keeper, member, guest]) admissions.push(await isAdmitted(person))
  expect(admissions).toEqual([false, false, false, true, true])
  await setSessionProof(admin, 'second_step')
  expect(await isAdmitted(admin)).toBe(true)
})

it('people who owe a second step are refused every call except those that set it up', async () => {
  const openProcedures = []
  for (const procedure of procedures) {
    const access = findProcedureAccess(server.services.router, procedure)
    if (!access || access.who === 'anyone' || access.beforeTwoStep) continue
    const input = createSampleInput(
      procedure,
      createKnownFields({ zoneId: crypto.randomUUID(), userId: crypto.randomUUID() }),
    )
    const person = await make.user({ role: 'super_admin' })
    const code = readCode(await send(server.app, createRpcRequest(procedure, input, person.token)))
    if (code !== 'TWO_STEP_REQUIRED') openProcedures.push(`${procedure.name}: ${code}`)
  }
  expect(openProcedures).toEqual([])
})

it('people who owe a second step are refused at every other endpoint', async () => {
  const person = await make.user({ role: 'admin' })
  const { port } = server.app.server.address() as AddressInfo
  const sendTo = (path: string, method: string, type: string, body: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': type },
      body,
    })
  for (const response of [
    await sendTo('/ingest/positions', 'POST', 'application/json', '{"readings":[]}'),
    await sendTo('/upload/profile-image', 'PUT', 'image/png', 'x'),
    await sendTo(`/upload/hazard-attachments/${person.id}`, 'PUT', 'image/png', 'x'),
    await sendTo('/upload/broadcast-attachments', 'PUT', 'image/png', 'x'),
  ])
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      403,
      'TWO_STEP_REQUIRED',
    ])

  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`)
  await once(socket, 'open')
  const closeEvent = once(socket, 'close')
  socket.send(
    JSON.stringify({
      type: 'hello',
      version: feedVersion,
      token: person.token,
      topics: [`user:${person.id}`],
    }),
  )
  expect((await closeEvent)[0]).toBe(closeCodes.twoStepDue)

  const path = `avatars/${person.id}/photo.webp`
  await server.db.pool.query('update user_profiles set profile_image = $2 where id = $1', [person.id, path])
  await server.services.files.put(path, Buffer.from('x'))
  const readTwoStep = async () =>
    (await server.app.inject(server.services.links.linkTo(path, person.sessionId))).statusCode
  expect(await readTwoStep()).toBe(404)
  await setSessionProof(person, 'second_step')
  expect(await readTwoStep()).toBe(200)
})

it('people who owe a second step are notified, and get access everywhere once it is set up', async () => {
  const person = await make.user({ role: 'admin' })
  const getMe = async () => (await call('auth.me', person)).body as { json: { twoStep: unknown } }
  expect((await getMe()).json.twoStep).toEqual({ requiredFrom: '2020-01-01T00:00:00.000Z', due: true })
  expect(readCode(await call('twoStep.state', person))).toBeUndefined()
  await server.db.pool.query(
    `insert into auth.two_step (user_id, secret, confirmed_at) values ($1, 'x', now())`,
    [person.id],
  )
  expect((await getMe()).json.twoStep).toEqual({ requiredFrom: null, due: false })
  expect(await isAdmitted(person)).toBe(true)
})

it('people who become responsible for others while signed in owe it at once, even on an open socket', async () => {
  const zone = await make.zone()
  const [promotedUser, acceptedUser] = [await make.user(), await make.user()]
  await make.assign(promotedUser, zone, 'app_user')
  await make.assign(acceptedUser, zone, 'zone_manager_ro')
  await server.db.pool.query('update zone_assignments set accepted_at = null where user_id = $1', [
    acceptedUser.id,
  ])
  const promotions = {
    [promotedUser.id]: `update zone_assignments set role = 'zone_manager_ro' where user_id = $1`,
    [acceptedUser.id]: 'update zone_assignments set accepted_at = now() where user_id = $1',
  }
  for (const person of [promotedUser, acceptedUser]) {
    const socket = new WebSocket(`ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/live`)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'hello', version: feedVersion, token: person.token, topics: [] }))
    await once(socket, 'message')
    expect(await isAdmitted(person)).toBe(true)
    const closeEvent = once(socket, 'close')
    await server.db.pool.query(promotions[person.id] ?? '', [person.id])
    expect((await closeEvent)[0]).toBe(closeCodes.twoStepDue)
    expect(await isAdmitted(person)).toBe(false)
  }
})

it('nothing is required before the configured day', async () => {
  const laterServer = await serveApp(database.url, { twoStepRequiredFrom: new Date('2999-01-01') })
  try {
    const person = await make.user({ role: 'admin' })
    const response = await send(
      laterServer.app,
      createRpcRequest(procedures.find(it => it.name === 'auth.me') as never, undefined, person.token),
    )
    expect((response.body as { json: { twoStep: unknown } }).json.twoStep).toEqual({
      requiredFrom: '2999-01-01T00:00:00.000Z',
      due: false,
    })
  } finally {
    await laterServer.close()
  }
})
