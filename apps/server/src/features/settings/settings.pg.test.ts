import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '@muster/domain/role.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFileReaders } from '../../app/file-readers.ts'
import { sendError } from '../../app/http-errors.ts'
import { registerFilesDoor } from '../../rpc/files-door.ts'
import { hashSecret } from '../../rpc/hashing.ts'
import { readCode } from '../../testing/caller.ts'
import { insideTestBox, type TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { eraseReadings } from '../presence/retention/retention-jobs.ts'
import { registerProfileImageRoute } from './profile-image-door.ts'

const world = testServices()
let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  app.setErrorHandler(sendError)
  registerFilesDoor(app, { ...world.services, mayRead: createFileReaders(world.db, null) })
  registerProfileImageRoute(app, world.services)
})
afterAll(async () => {
  await app.close()
})

const password = 'correct horse'
const createUserWithPassword = async (options: { role?: Role } = {}) =>
  world.make.user({ ...options, passwordHash: await hashSecret(password) })

describe('one’s own profile', () => {
  it('keeps the fields that an update does not contain', async () => {
    const person = await world.make.user({ firstName: 'Arjun' })
    const settings = world.call(person).settings
    const profile = await settings.updateProfile({ lastName: 'Rao', skills: ['First aid', 'Crane'] })
    expect(profile).toMatchObject({ firstName: 'Arjun', lastName: 'Rao', skills: ['First aid', 'Crane'] })
    const updatedProfile = await settings.updateProfile({
      emergencyContact: { name: ' Asha ', phone: '', relationship: null },
    })
    expect(updatedProfile).toMatchObject({
      lastName: 'Rao',
      emergencyContact: { name: 'Asha', phone: null, relationship: null },
    })
  })

  it('rejects an update with empty names or with empty or repeated skills as a whole', async () => {
    const person = await world.make.user({ firstName: 'Arjun' })
    const settings = world.call(person).settings
    expect(await readCode(settings.updateProfile({ firstName: '  ' }))).toBe('BAD_REQUEST')
    expect(await readCode(settings.updateProfile({ skills: ['Crane', ' crane '] }))).toBe('SKILL_INVALID')
    expect(await readCode(settings.updateProfile({ firstName: 'New', skills: [''] }))).toBe('SKILL_INVALID')
    expect((await world.call(person).auth.me()).profile).toMatchObject({ firstName: 'Arjun', skills: [] })
  })

  it('can have its own language, and otherwise uses that of the organisation', async () => {
    const admin = await world.make.user({ role: 'admin' })
    const person = await world.make.user()
    const settings = world.call(person).settings
    const readOwnProfile = async () => (await world.call(person).auth.me()).profile
    expect(await readOwnProfile()).toMatchObject({ language: null, readingLanguage: 'en' })
    await world.call(admin).organisations.update({
      organisationId: '00000000-0000-4000-8000-000000000001',
      name: 'Default organisation',
      language: 'hi',
    })
    expect(await readOwnProfile()).toMatchObject({ language: null, readingLanguage: 'hi' })
    expect(await settings.updateProfile({ language: 'ar' })).toMatchObject({
      language: 'ar',
      readingLanguage: 'ar',
    })
    expect(await settings.updateProfile({ lastName: 'Rao' })).toMatchObject({ language: 'ar' })
    expect(await settings.updateProfile({ language: null })).toMatchObject({ readingLanguage: 'hi' })
    // Internal admins belong to no organisation whose language could apply.
    expect((await world.call(admin).auth.me()).profile).toMatchObject({ readingLanguage: 'en' })
    expect(await readCode(settings.updateProfile({ language: 'fr' as 'ar' }))).toBe('BAD_REQUEST')
  })

  it('a new user code invalidates the old one immediately', async () => {
    const [person, manager, zone] = await Promise.all([
      world.make.user(),
      world.make.user({ role: 'client_admin' }),
      world.make.zone(),
    ])
    await world.make.assign(manager, zone, 'client_admin')
    const { userCode } = await world.call(person).settings.regenerateUserCode()
    const addByCode = (code: string) =>
      world.call(manager).users.addByCode({ zoneId: zone.id, userCode: code, role: 'app_user' })
    expect(await readCode(addByCode(person.userCode))).toBe('INVALID_CODE')
    expect(await readCode(addByCode(userCode))).toBeUndefined()
  })

  it('new user codes, and their log entries, are limited to ten an hour', async () => {
    const [person, otherUser] = await Promise.all([world.make.user(), world.make.user()])
    const countByCode = new Map<unknown, number>()
    const requestCode = async () => {
      const code = await readCode(world.call(person).settings.regenerateUserCode())
      countByCode.set(code, (countByCode.get(code) ?? 0) + 1)
    }
    for (let requestedCount = 0; requestedCount < 200; requestedCount += 50)
      await Promise.all(Array.from({ length: 50 }, requestCode))
    expect(countByCode).toEqual(
      new Map<unknown, number>([
        [undefined, 10],
        ['TOO_MANY_REQUESTS', 190],
      ]),
    )
    const { rows } = await world.db.pool.query(
      'select count(*)::int as events from security_events where actor_id = $1',
      [person.id],
    )
    expect(rows).toEqual([{ events: 10 }])
    expect(await readCode(world.call(otherUser).settings.regenerateUserCode())).toBeUndefined()
  }, 60_000)
})

describe('the entry PIN', () => {
  it('can be changed only with the password, and only for oneself', async () => {
    const person = await createUserWithPassword()
    const zone = await world.make.zone()
    await world.make.assign(person, zone, 'app_user', false)
    const changePin = (password: string, pin: string) =>
      world.call(person).settings.changePin({ password, pin })
    expect(await readCode(changePin('wrong one', '1357'))).toBe('WRONG_PASSWORD')
    expect(await readCode(changePin('correct horse', '135'))).toBe('PIN_INVALID')
    await changePin('correct horse', '1357')
    expect(await readCode(world.call(person).zones.enter({ zoneId: zone.id, pin: '1357' }))).toBeUndefined()
  })

  it('stays locked until a manager resets it, even if it is changed', async () => {
    const person = await createUserWithPassword()
    const [zone, manager] = await Promise.all([world.make.zone(), world.make.user()])
    await world.make.assign(person, zone, 'app_user', false)
    await world.make.assign(manager, zone, 'zone_manager_rw')
    await world.call(person).settings.changePin({ password, pin: '1357' })
    const enterZone = (pin: string) => readCode(world.call(person).zones.enter({ zoneId: zone.id, pin }))
    for (let attempt = 0; attempt < 5; attempt++) await enterZone('0000')
    await world.call(person).settings.changePin({ password, pin: '8642' })
    expect(await enterZone('8642')).toBe('PIN_LOCKED')
    const { member } = await world.call(manager).users.detail({ zoneId: zone.id, userId: person.id })
    expect(member?.pin).toBe('locked')
    await world.call(manager).users.resetPin({ zoneId: zone.id, userId: person.id })
    expect(await enterZone('8642')).toBeUndefined()
  })

  it('is not set if the password changes while the PIN is being hashed', async () => {
    const person = await createUserWithPassword()
    const nextHash = await hashSecret('another horse')
    let pinChange: Promise<string | undefined> | undefined
    await world.db.asOwner('the reset of the password is not committed yet', async tx => {
      await tx
        .updateTable('auth.accounts')
        .set({ password: nextHash })
        .where('user_id', '=', person.id)
        .execute()
      pinChange = readCode(world.call(person).settings.changePin({ password, pin: '1357' }))
      await vi.waitFor(
        async () => {
          const { rows } = await world.db.pool.query(
            `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          expect(rows[0].count).toBe(1)
        },
        { timeout: 5_000 },
      )
    })
    expect(await pinChange).toBe('WRONG_PASSWORD')
    const { rowCount } = await world.db.pool.query('select from entry_pins where user_id = $1', [person.id])
    expect(rowCount).toBe(0)
  })

  it('cannot be reset by its owner or by a read-only manager', async () => {
    const person = await createUserWithPassword()
    const [zone, viewer] = await Promise.all([world.make.zone(), world.make.user()])
    await world.make.assign(person, zone, 'zone_manager_rw')
    await world.make.assign(viewer, zone, 'zone_manager_ro')
    const resetPin = (actor: TestUser) =>
      readCode(world.call(actor).users.resetPin({ zoneId: zone.id, userId: person.id }))
    expect(await resetPin(person)).toBe('FORBIDDEN')
    expect(await resetPin(viewer)).toBe('FORBIDDEN')
  })
})

describe('the profile image', () => {
  const uploadImage = (person: TestUser, payload: Buffer | string, query = '') =>
    app.inject({
      method: 'PUT',
      url: `/upload/profile-image${query}`,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'image/png' },
      payload,
    })
  const listFiles = (person: TestUser) =>
    readdir(join(world.dataDir, 'files', 'avatars', person.id)).catch(() => [] as string[])

  it('is re-encoded as a square, upright WebP without metadata, and can be opened through its link', async () => {
    const person = await world.make.user()
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#dc6068' } })
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer()
    const response = await uploadImage(person, photo, '?x=0.1&y=0&side=0.5')
    expect(response.statusCode).toBe(200)
    const image = await app.inject({ url: response.json().profileImageUrl })
    expect(image.headers['content-type']).toBe('image/webp')
    const { width, height, exif, format } = await sharp(image.rawPayload).metadata()
    expect({ width, height, exif, format }).toEqual({
      width: 512,
      height: 512,
      exif: undefined,
      format: 'webp',
    })
    expect(
      (await app.inject({ url: response.json().profileImageUrl.replace('signature=', 'signature=x') }))
        .statusCode,
    ).toBe(404)
  })

  it('is the last one committed after concurrent uploads', async () => {
    const person = await world.make.user()
    const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await Promise.all([
      uploadImage(person, png),
      uploadImage(person, png),
      uploadImage(person, png),
      uploadImage(person, png),
    ])
    const url = (await world.call(person).auth.me()).profile?.profileImageUrl ?? ''
    expect(await listFiles(person)).toEqual([url.split('/').at(-1)])
  })

  it('can be opened only by signed-in people who may see the person', async () => {
    const [member, manager, stranger] = await Promise.all([
      world.make.user(),
      world.make.user({ role: 'zone_manager_rw' }),
      world.make.user({ role: 'zone_manager_rw' }),
    ])
    const zone = await world.make.zone()
    await world.make.assign(member, zone)
    await world.make.assign(manager, zone, 'zone_manager_rw')
    const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await uploadImage(member, png)
    const path = `avatars/${member.id}/${(await listFiles(member))[0]}`
    const openImage = async ({ sessionId }: TestUser) =>
      (await app.inject({ url: world.services.links.linkTo(path, sessionId) })).statusCode
    expect([await openImage(member), await openImage(manager), await openImage(stranger)]).toEqual([
      200, 200, 404,
    ])
    // App users see the photos of people in their groups, as in the list of members.
    const [zoneMate, otherUser] = await Promise.all([world.make.user(), world.make.user()])
    for (const person of [zoneMate, otherUser]) await world.make.assign(person, zone)
    const { group } = await world.call(manager).groups.create({
      zoneId: zone.id,
      requestId: crypto.randomUUID(),
      name: 'Night shift',
      members: [member.id, zoneMate.id],
    })
    const { rows } = await world.call(zoneMate).groups.members({ groupId: group.id })
    expect(rows.find(row => row.userId === member.id)?.profileImageUrl).toContain(path)
    expect([await openImage(zoneMate), await openImage(otherUser)]).toEqual([200, 404])
    await world.call(manager).groups.removeMember({ groupId: group.id, userId: zoneMate.id })
    expect(await openImage(zoneMate)).toBe(404)
    await world.db.pool.query('delete from zone_assignments where user_id = $1', [member.id])
    expect([await openImage(member), await openImage(manager)]).toEqual([200, 404])
    await world.db.pool.query('delete from auth.sessions where id = $1', [member.sessionId])
    expect(await openImage(member)).toBe(404)
  })

  it('uploads are limited per minute, and refused before the body is read', async () => {
    const person = await world.make.user()
    const codes = []
    for (let attempt = 0; attempt < 11; attempt++)
      codes.push((await uploadImage(person, 'no picture')).statusCode)
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 422), 429])
  })

  it('replaces the previous image and can be removed, and no old file is left', async () => {
    const person = await world.make.user()
    const png = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    await uploadImage(person, png)
    await uploadImage(person, png)
    expect(await listFiles(person)).toHaveLength(1)
    const profile = await world.call(person).settings.removeProfileImage()
    expect(profile.profileImageUrl).toBeNull()
    expect(await listFiles(person)).toHaveLength(0)
  })

  it('is refused for a deleted account and leaves no file', async () => {
    const person = await createUserWithPassword()
    const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    // The endpoint accepts the request, as if the session were still cached.
    const sessions = {
      ...world.services.sessions,
      resolve: () => ({ ...person, userId: person.id, expiresAt: 0 }),
    }
    const server = Fastify()
    server.setErrorHandler(sendError)
    registerProfileImageRoute(server, {
      ...world.services,
      sessions,
      createContext: request => ({ ...world.services.createContext(request), sessions }),
    })
    await world.call(person).settings.deleteMyAccount({ password })
    const response = await server.inject({
      method: 'PUT',
      url: '/upload/profile-image',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'image/png' },
      payload: png,
    })
    await server.close()
    expect(response.json()).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
    expect(await listFiles(person)).toEqual([])
  })

  it.each([
    ['HTML', '<html><script>alert(1)</script></html>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['nothing', ''],
    ['a PNG that is cut off', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('refuses %s with its message and leaves no file', async (_, payload) => {
    const person = await world.make.user()
    const response = await uploadImage(person, payload)
    expect(response.json()).toMatchObject({
      code: 'IMAGE_INVALID',
      message: 'Please select a valid image file',
    })
    expect(await listFiles(person)).toEqual([])
  })

  it('refuses a PNG of 50,000 by 50,000 pixels before decoding it', async () => {
    const person = await world.make.user()
    // A small picture whose header claims a huge size, like a decompression bomb.
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    png.writeUInt32BE(50_000, 16)
    png.writeUInt32BE(50_000, 20)
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    expect((await uploadImage(person, png)).json()).toMatchObject({
      code: 'IMAGE_INVALID',
      message: expect.stringContaining('16 megapixels'),
    })
    expect(await listFiles(person)).toEqual([])
  })

  it('refuses 10 MB with its own message, and people who are not signed in', async () => {
    const person = await world.make.user()
    expect((await uploadImage(person, Buffer.alloc(10 * 1024 * 1024))).json()).toMatchObject({
      code: 'IMAGE_TOO_LARGE',
      message: 'File size must be less than 5MB',
    })
    expect(await listFiles(person)).toEqual([])
    expect((await uploadImage({ ...person, token: 'none' }, Buffer.alloc(10))).json()).toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })
})

describe('deleting one’s own account', () => {
  it('is refused for the only super admin, and possible once there is another', async () => {
    const onlySuperAdmin = await createUserWithPassword({ role: 'super_admin' })
    const deleteAccount = () => readCode(world.call(onlySuperAdmin).settings.deleteMyAccount({ password }))
    expect(await deleteAccount()).toBe('LAST_SUPER_ADMIN')
    await world.make.user({ role: 'super_admin' })
    expect(await deleteAccount()).toBeUndefined()
  })

  it('is refused without the password, and deletes nothing', async () => {
    const person = await createUserWithPassword()
    const { settings, auth } = world.call(person)
    expect(await readCode(settings.deleteMyAccount({ password: 'wrong horse' }))).toBe('WRONG_PASSWORD')
    expect((await auth.me()).profile?.id).toBe(person.id)
  })

  it('is refused while assigned to a zone, and removes everything once unassigned', async () => {
    const [person, zone] = await Promise.all([createUserWithPassword(), world.make.zone()])
    await world.make.assign(person, zone)
    const reading = { ...insideTestBox, accuracyMeters: 5, capturedAt: new Date().toISOString() }
    await world
      .call(person)
      .presence.checkUserInZone({ zoneId: zone.id, id: crypto.randomUUID(), ...reading })
    // A suspended zone appears in none of the person's lists, but still blocks the deletion.
    for (const status of ['active', 'suspended']) {
      await world.db.pool.query('update zones set status = $2 where id = $1', [zone.id, status])
      expect(await readCode(world.call(person).settings.deleteMyAccount({ password }))).toBe(
        'ACCOUNT_ASSIGNED',
      )
    }
    await world.db.pool.query('delete from zone_assignments where user_id = $1', [person.id])
    for (const recipient of [person.email, 'somebody.else@test.example'])
      await world.services.mailer.send({ to: recipient, subject: 'A link', text: 'of an account' })
    const listMails = () => readdir(join(world.dataDir, 'mail'))
    const mailCountBefore = (await listMails()).length
    await world.call(person).settings.deleteMyAccount({ password })
    expect(await listMails()).toHaveLength(mailCountBefore - 1)
    expect(await readCode(world.call(person).auth.me())).toBe('UNAUTHORIZED')
    expect(await eraseReadings(world.db)).toBe(1)
    const { rows } = await world.db.pool.query(
      `select (select count(*) from auth.users where id = $1) + (select count(*) from user_profiles where id = $1)
        + (select count(*) from presence_history where user_id = $1)
        + (select count(*) from position_checks where user_id = $1) as rows,
        (select count(*) from security_events where event_type = 'user_action_account_deleted' and actor_id = $1) as events`,
      [person.id],
    )
    expect(rows[0]).toEqual({ rows: 0, events: 1 })
  })
})

/** Computes the CRC-32 of a PNG chunk (ISO 3309), for a modified header. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
