import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FilesUnavailableError } from '../../lib/file-storage.ts'
import { createSignedLinks } from '../../lib/signed-links.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { removeOldFiles } from '../settings/download/remove-files.ts'
import { jpeg, pdf } from './testing/crafted-files.ts'
import { createUploadWorld, type UploadAddress, type UploadWorld } from './testing/upload-world.ts'

let world: UploadWorld
let zone: TestZone
let manager: TestUser
let ann: TestUser
let bob: TestUser
let hazardId: string
let photo: Buffer<ArrayBuffer>
beforeAll(async () => {
  world = await createUploadWorld()
  photo = Buffer.from(await jpeg())
})
afterAll(() => world.stop())
beforeEach(async () => {
  ;({ zone, manager, ann, bob } = await world.zoneOfPeople())
  hazardId = await world.report(ann, zone)
})
afterEach(() => {
  expect(world.takeErrors()).toEqual([])
})

const send = (who: TestUser | null, address: UploadAddress = {}, id = hazardId) =>
  world.send(who, world.hazardAddress(id, { zoneId: zone.id, ...address }), photo)
const sendForBroadcast = (who: TestUser, address: UploadAddress = {}) =>
  world.send(who, world.broadcastAddress({ zoneId: zone.id, ...address }), photo)
const readCode = async (response: ReturnType<typeof send>) => (await response).body.code ?? 'kept'
const listFiles = (id = hazardId) => world.stored().then(paths => paths.filter(path => path.includes(id)))
const readHazard = (who = manager) => world.call(who).hazards.get({ zoneId: zone.id, hazardId })
const listNames = async () => (await readHazard()).files.map(({ name }) => name)
const toPath = (url: string) => url.split('?')[0]?.slice('/files/'.length) ?? ''
const readStatus = async (url: string) => (await fetch(`${world.origin}${url}`)).status

describe('a file of a hazard', () => {
  it('can be added by its reporter and managers, and is visible to everybody in the zone', async () => {
    expect(await readCode(send(ann, { name: 'of Ann.jpg' }))).toBe('kept')
    expect(await readCode(send(manager, { name: 'of the manager.jpg' }))).toBe('kept')
    const { files, mayAttach } = await readHazard(bob)
    expect([files.map(({ name }) => name), mayAttach]).toEqual([
      ['of Ann.webp', 'of the manager.webp'],
      false,
    ])
  })

  it('cannot be added by anybody else', async () => {
    const [stranger, viewer, newcomer, invitedUser] = await Promise.all(
      [1, 2, 3, 4].map(() => world.make.user()),
    )
    if (!stranger || !viewer || !newcomer || !invitedUser) throw new Error('Nobody was made.')
    await world.make.assign(viewer, zone, 'zone_manager_ro')
    await world.make.assign(newcomer, zone, 'zone_manager_rw', false)
    await world.make.invite(invitedUser, zone, manager, 'zone_manager_rw')
    const codes = await Promise.all(
      [bob, viewer, stranger, newcomer, invitedUser, null].map(who => readCode(send(who))),
    )
    expect(codes).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
      'ZONE_NOT_FOUND',
      'ZONE_ENTRY_REQUIRED',
      'ZONE_ENTRY_REQUIRED',
      'UNAUTHORIZED',
    ])
    expect([await listFiles(), await listNames()]).toEqual([[], []])
  })

  it('cannot be added after the session ended', async () => {
    await world.db.pool.query('delete from auth.sessions where id = $1', [ann.sessionId])
    await vi.waitFor(async () => expect(await readCode(send(ann))).toBe('UNAUTHORIZED'))
  })

  it('cannot be added by managers of another zone', async () => {
    const otherZone = await world.zoneOfPeople()
    expect(await readCode(send(otherZone.manager, { zoneId: otherZone.zone.id }))).toBe('HAZARD_NOT_FOUND')
    expect(await readCode(send(otherZone.manager, { zoneId: undefined }))).toBe('NOT_FOUND')
  })

  it("can be added in the hazard's zone by people who see all zones", async () => {
    const admin = await world.make.user({ role: 'admin' })
    expect(await readCode(send(admin, { zoneId: undefined }))).toBe('NOT_FOUND')
    expect(await readCode(send(admin))).toBe('kept')
  })

  it('can still be added by reporter and managers after closing, to document the result', async () => {
    const statusChange = { zoneId: zone.id, hazardId, from: 'open', to: 'closed', note: '' } as const
    await world.call(ann).hazards.setStatus(statusChange)
    expect(await readCode(send(ann))).toBe('kept')
    expect(await readCode(send(bob))).toBe('FORBIDDEN')
  })

  it.each([
    ['that never was', () => randomUUID()],
    ['that is no id', () => 'valve'],
  ])('cannot be added for one %s', async (_, id) => {
    expect(await readCode(send(ann, {}, id()))).toMatch(/NOT_FOUND$/)
  })
})

it.each([
  ['who may not', () => bob, '403'],
  ['somebody who is not signed in', () => null, '401'],
])('%s is refused before any of the file is read', async (_, findSender, status) => {
  const who = findSender()
  const socket = connect(Number(new URL(world.origin).port), '127.0.0.1')
  const firstStatus = new Promise<string>(done =>
    socket.once('data', data => done(String(data).slice(9, 12))),
  )
  const path = world.hazardAddress(hazardId, { zoneId: zone.id })
  const authorization = who ? `authorization: Bearer ${who.token}\r\n` : ''
  socket.write(`PUT ${path} HTTP/1.1\r\nhost: x\r\n${authorization}content-length: 10000000\r\n\r\n`)
  expect(await firstStatus).toBe(status)
  socket.destroy()
})

describe('a hazard with five files', () => {
  it('refuses a sixth until one is removed', async () => {
    for (let count = 1; count <= 5; count++) expect(await readCode(send(ann))).toBe('kept')
    const { status, body } = await send(ann)
    expect([status, body.code, body.message]).toEqual([
      409,
      'FILES_FULL',
      'This hazard has reached its file limit.',
    ])
    expect(await listFiles()).toHaveLength(10)
    const [firstFile] = (await readHazard()).files
    await world.call(ann).hazards.removeFile({ zoneId: zone.id, hazardId, fileId: firstFile?.id ?? '' })
    expect(await readCode(send(ann))).toBe('kept')
  })

  it('keeps five of eight concurrent uploads', async () => {
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, n) => readCode(send(n % 2 ? ann : manager))),
    )
    expect(codes.sort()).toEqual([...Array(3).fill('FILES_FULL'), ...Array(5).fill('kept')])
    expect([await listNames(), await listFiles()]).toMatchObject([{ length: 5 }, { length: 10 }])
  })
})

describe('a repeated upload with the same request id', () => {
  it('is stored once, and returns the first file', async () => {
    const sharedRequest = { requestId: randomUUID() }
    const [firstResponse, secondResponse] = [await send(ann, sharedRequest), await send(ann, sharedRequest)]
    expect(secondResponse.body.attachment.id).toBe(firstResponse.body.attachment.id)
    expect([await listNames(), await listFiles()]).toMatchObject([{ length: 1 }, { length: 2 }])
  })

  it('is stored once when sent concurrently', async () => {
    const sharedRequest = { requestId: randomUUID() }
    const responses = await Promise.all(Array.from({ length: 6 }, () => send(ann, sharedRequest)))
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(responses.map(({ body }) => body.attachment.id)).size).toBe(1)
    expect([await listNames(), await listFiles()]).toMatchObject([{ length: 1 }, { length: 2 }])
  })

  it('is answered even if the hazard is full in the meantime', async () => {
    const sharedRequest = { requestId: randomUUID() }
    await send(ann, sharedRequest)
    for (let count = 2; count <= 5; count++) await send(ann)
    expect(await readCode(send(ann, sharedRequest))).toBe('kept')
    expect(await listNames()).toHaveLength(5)
  })

  it('counts as a different file when another person sends it', async () => {
    const sharedRequest = { requestId: randomUUID() }
    const [firstResponse, secondResponse] = [
      await send(ann, sharedRequest),
      await send(manager, sharedRequest),
    ]
    expect(secondResponse.body.attachment.id).not.toBe(firstResponse.body.attachment.id)
    expect(await listNames()).toHaveLength(2)
  })

  it('is refused for another item or with another name', async () => {
    const sharedRequest = { requestId: randomUUID() }
    await send(manager, sharedRequest)
    const otherHazardId = await world.report(ann, zone)
    expect(await readCode(send(manager, sharedRequest, otherHazardId))).toBe('REQUEST_ID_TAKEN')
    expect(await readCode(send(manager, { ...sharedRequest, name: 'another.jpg' }))).toBe('REQUEST_ID_TAKEN')
    expect(await readCode(sendForBroadcast(manager, sharedRequest))).toBe('REQUEST_ID_TAKEN')
    expect(await listFiles(otherHazardId)).toEqual([])
  })
})

describe('a file for a broadcast', () => {
  it('can be uploaded by people who may send broadcasts to the zone or to all zones', async () => {
    const superAdmin = await world.make.user({ role: 'super_admin' })
    expect(await readCode(sendForBroadcast(manager))).toBe('kept')
    expect(await readCode(sendForBroadcast(superAdmin, { zoneId: undefined }))).toBe('kept')
    const admin = await world.make.user({ role: 'admin' })
    for (const who of [admin, manager])
      expect(await readCode(sendForBroadcast(who, { zoneId: undefined }))).toBe('FORBIDDEN')
  })

  it('is invisible to others until the broadcast is sent', async () => {
    const { id, url } = (await sendForBroadcast(manager)).body.attachment
    expect(await readStatus(url)).toBe(200)
    const path = toPath(url)
    const createLink = (who: TestUser) => world.services.links.linkTo(path, who.sessionId)
    expect(await readStatus(createLink(ann))).toBe(404)
    await world.call(manager).broadcasts.send({
      zoneId: zone.id,
      requestId: randomUUID(),
      title: 'Drill',
      message: 'At noon',
      priority: 'normal',
      targetRoles: [],
      targetGroups: [],
      insideOnly: false,
      answers: [],
      fileId: id,
      sendAt: null,
    })
    expect(await readStatus(createLink(ann))).toBe(200)
    const otherZone = await world.zoneOfPeople()
    expect(await readStatus(createLink(otherZone.ann))).toBe(404)
  })
})

it('a file whose row cannot be written is removed again', async () => {
  await world.db.pool.query(`
    create function refuse_for_test() returns trigger language plpgsql as $$ begin raise exception 'not now' using errcode = '57P01'; end $$;
    create trigger refuse_for_test before update on hazards for each row execute function refuse_for_test()`)
  try {
    expect(await readCode(send(ann))).toBe('SERVICE_UNAVAILABLE')
  } finally {
    await world.db.pool.query('drop function refuse_for_test cascade')
  }
  expect([await listFiles(), await listNames()]).toEqual([[], []])
  expect((await world.rows()).filter(({ path }) => path.includes(hazardId))).toEqual([])
  expect(await readCode(send(ann))).toBe('kept')
})

it('a picture whose thumbnail cannot be stored is not stored at all', async () => {
  const { files } = world.services
  const originalPut = files.put
  const putSpy = vi.spyOn(files, 'put').mockImplementation(async (path, content) => {
    if (path.endsWith('.thumb.webp')) throw new FilesUnavailableError('The disk is full')
    await originalPut(path, content)
  })
  try {
    expect(await readCode(send(ann))).toBe('SERVICE_UNAVAILABLE')
  } finally {
    putSpy.mockRestore()
  }
  expect([await listFiles(), await listNames()]).toEqual([[], []])
})

describe('content is removed with its row', () => {
  const cleanUp = () => removeOldFiles(world.db, world.services.files)

  it('when a person removes the file', async () => {
    const [remainingFile, removedFile] = [
      (await send(ann)).body.attachment,
      (await send(manager)).body.attachment,
    ]
    const removeFile = (who: TestUser, fileId: string) =>
      world.call(who).hazards.removeFile({ zoneId: zone.id, hazardId, fileId })
    // Reporters can remove their own files; managers can remove any file.
    await expect(removeFile(ann, removedFile.id)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    await expect(removeFile(bob, remainingFile.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await removeFile(manager, removedFile.id)
    expect(await readStatus(removedFile.url)).toBe(404)
    expect(await readStatus(remainingFile.url)).toBe(200)
    await cleanUp()
    expect(await listFiles()).toHaveLength(2)
    expect(await readStatus(remainingFile.url)).toBe(200)
  })

  it('when the zone is deleted', async () => {
    await send(ann)
    await world.send(
      ann,
      world.hazardAddress(hazardId, { zoneId: zone.id, name: 'plan.pdf' }),
      new Uint8Array(pdf()),
    )
    expect(await listFiles()).toHaveLength(3)
    await world.db.pool.query('delete from zones where id = $1', [zone.id])
    await cleanUp()
    expect(await listFiles()).toEqual([])
  })
})

describe('the link to a file', () => {
  it('works only for the session it was made for', async () => {
    const { url } = (await send(ann)).body.attachment
    expect(await readStatus(url)).toBe(200)
    for (const who of [bob, manager])
      expect(await readStatus(url.replace(ann.sessionId, who.sessionId))).toBe(404)
    expect(await readStatus(url.replace('/hazard-attachments/', '/broadcast-attachments/'))).toBe(404)
  })

  it('opens nothing for non-members or former members of the zone', async () => {
    const { url } = (await send(ann)).body.attachment
    const path = toPath(url)
    const otherZone = await world.zoneOfPeople()
    expect(await readStatus(world.services.links.linkTo(path, otherZone.manager.sessionId))).toBe(404)
    const thumbnail = path.replace('.webp', '.thumb.webp')
    expect(await readStatus(world.services.links.linkTo(thumbnail, otherZone.manager.sessionId))).toBe(404)
    expect(await readStatus(world.services.links.linkTo(thumbnail, bob.sessionId))).toBe(200)
    await world.db.pool.query('delete from zone_assignments where user_id = $1', [ann.id])
    expect(await readStatus(url)).toBe(404)
  })

  it('ends with the session', async () => {
    const { url } = (await send(ann)).body.attachment
    await world.db.pool.query('delete from auth.sessions where id = $1', [ann.sessionId])
    expect(await readStatus(url)).toBe(404)
  })

  it("is valid for at most a minute when requested as a replacement, like the browser's cached copy", async () => {
    const { id } = (await send(ann)).body.attachment
    const { url } = await world.call(bob).hazards.fileLink({ zoneId: zone.id, hazardId, fileId: id })
    const response = await fetch(`${world.origin}${url}`)
    expect(response.status).toBe(200)
    const [, maxAgeSeconds] =
      /^private, max-age=(\d+)$/.exec(response.headers.get('cache-control') ?? '') ?? []
    expect(Number(maxAgeSeconds)).toBeLessThanOrEqual(60)
    const remainingMs = Number(new URLSearchParams(url.split('?')[1]).get('expires')) - Date.now()
    expect(remainingMs).toBeLessThanOrEqual(60_000)
    const expiredLinks = createSignedLinks(world.services.secret, () => Date.now() - 60_001)
    const expiredUrl = expiredLinks.linkTo(toPath(url), bob.sessionId, 60_000)
    expect(await readStatus(expiredUrl)).toBe(404)
  })

  it("is not made through a zone other than the hazard's", async () => {
    const { id } = (await send(ann)).body.attachment
    const otherZone = await world.make.zone()
    // Carl is a member of both zones but has entered only the other one.
    const carl = await world.make.user()
    await world.make.assign(carl, zone, 'app_user', false)
    await world.make.assign(carl, otherZone)
    const input = { hazardId, fileId: id }
    const readLink = (zoneId: string) => world.call(carl).hazards.fileLink({ zoneId, ...input })
    await expect(readLink(zone.id)).rejects.toMatchObject({ code: 'ZONE_ENTRY_REQUIRED' })
    await expect(readLink(otherZone.id)).rejects.toMatchObject({ code: 'HAZARD_NOT_FOUND' })
  })
})
