import { v7 as uuidV7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { hashToken } from '../../lib/secrets.ts'
import { createCaller, readCode } from '../../testing/caller.ts'
import { testBox } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { createZonesDeps } from './testing/zones-deps.ts'
import { zonesProcedures } from './zones.procedures.ts'

const { db, make } = testDatabase()
// PINs are compared as plain text, because these tests are about the rules; hashing.test.ts covers argon2id.
const verifiedPins: string[] = []
const verifyPin = async (hash: string, pin: string) => {
  verifiedPins.push(pin)
  return hash === pin
}
const highLimits = { inAll: 100_000, ofOne: 1_000 }
const createProcedures = (verifyWith = verifyPin, zoneLimits = highLimits) =>
  zonesProcedures(
    createZonesDeps(db, {
      verifyPin: verifyWith,
      most: zoneLimits,
    }),
  )
const createTestCaller = (zoneLimits = highLimits) =>
  createCaller({ zones: createProcedures(verifyPin, zoneLimits) }, db)

const createForm = () => ({
  requestId: uuidV7(),
  name: 'Dock 4',
  description: '',
  maxCapacity: 20,
  shape: testBox,
})

describe('creating a zone', () => {
  it.each(['super_admin', 'admin'] as const)('works for a %s, who then sees it in the list', async role => {
    const admin = await make.user({ role })
    const zone = await createTestCaller()(admin).zones.create(createForm())
    expect(zone).toMatchObject({ name: 'Dock 4', status: 'active', currentOccupancy: 0, shape: testBox })
    const { rows } = await createTestCaller()(admin).zones.all({})
    // The list leaves out data that only the map shows.
    const { shape, shapeVersion, center, ...listedZone } = zone
    expect(rows[0]).toEqual({ ...listedZone, members: 0 })
    expect(await createTestCaller()(admin).zones.get({ zoneId: zone.id })).toMatchObject({
      shape,
      shapeVersion,
      center,
    })
  })

  it('assigns a client admin who creates a zone to it in that role', async () => {
    const clientAdmin = await make.user({ role: 'client_admin' })
    const zone = await createTestCaller()(clientAdmin).zones.create({
      ...createForm(),
      shape: {
        boundary: 'polygon',
        points: [
          { lat: 28.61, lng: 77.2 },
          { lat: 28.62, lng: 77.2 },
          { lat: 28.62, lng: 77.21 },
        ],
      },
    })
    expect(zone.shape).toMatchObject({ boundary: 'polygon' })
    const { zones } = await createTestCaller()(clientAdmin).zones.mine()
    expect(zones).toMatchObject([{ id: zone.id, myRole: 'client_admin', entryExpiresAt: null }])
  })

  it('creates one zone for a repeated request', async () => {
    const admin = await make.user({ role: 'admin' })
    const zoneInput = createForm()
    const [firstZone, secondZone] = await Promise.all([
      createTestCaller()(admin).zones.create(zoneInput),
      createTestCaller()(admin).zones.create(zoneInput),
    ])
    expect(secondZone.id).toBe(firstZone.id)
    const { rows } = await db.pool.query(
      `select count(*) from feed_events where kind = 'zone.created' and payload ->> 'zoneId' = $1`,
      [firstZone.id],
    )
    expect(rows[0].count).toBe(1)
  })

  const polygon = {
    boundary: 'polygon' as const,
    points: [
      { lat: 28.61, lng: 77.2 },
      { lat: 28.62, lng: 77.2 },
      { lat: 28.62, lng: 77.21 },
    ],
  }
  it.each([
    ['name', {}, { name: 'Dock 5' }],
    ['description', {}, { description: 'Another' }],
    ['capacity', {}, { maxCapacity: 7 }],
    ['boundary', {}, { shape: { ...testBox, boundary: 'circle' as const } }],
    ['corner', {}, { shape: { ...testBox, end: { lat: 28.615, lng: 77.21 } } }],
    ['point', { shape: polygon }, { shape: { ...polygon, points: polygon.points.toReversed() } }],
  ])(
    'is refused if repeated with a different %s, and the zone stays unchanged',
    async (_, original, changedFields) => {
      const clientAdmin = await make.user({ role: 'client_admin' })
      const zoneInput = { ...createForm(), ...original }
      const createdZone = await createTestCaller()(clientAdmin).zones.create(zoneInput)
      expect(await createTestCaller()(clientAdmin).zones.create(zoneInput)).toEqual(createdZone)
      expect(
        await readCode(createTestCaller()(clientAdmin).zones.create({ ...zoneInput, ...changedFields })),
      ).toBe('REQUEST_ID_TAKEN')
      const { zones } = await createTestCaller()(clientAdmin).zones.mine()
      expect(zones).toMatchObject([{ name: createdZone.name, shape: createdZone.shape }])
    },
  )

  it('creates a separate zone when another person uses the same request id', async () => {
    const [admin, clientAdmin] = await Promise.all([
      make.user({ role: 'admin' }),
      make.user({ role: 'client_admin' }),
    ])
    const zoneInput = createForm()
    const firstZone = await createTestCaller()(admin).zones.create(zoneInput)
    expect((await createTestCaller()(clientAdmin).zones.create(zoneInput)).id).not.toBe(firstZone.id)
  })

  it('refuses a zone id chosen by the client', async () => {
    const clientAdmin = await make.user({ role: 'client_admin' })
    const worker = await make.user()
    const input = { ...createForm(), id: worker.id } as ReturnType<typeof createForm>
    expect(await readCode(createTestCaller()(clientAdmin).zones.create(input))).toBe('BAD_REQUEST')
    const zone = await createTestCaller()(clientAdmin).zones.create(createForm())
    expect(zone.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it('is limited per person and minute, independently of other people', async () => {
    const [admin, otherAdmin] = [await make.user({ role: 'admin' }), await make.user({ role: 'admin' })]
    const codes = await Promise.all(
      Array.from({ length: 33 }, async () => {
        const creation = createTestCaller()(admin).zones.create(createForm())
        return creation.then(
          () => 'made',
          () => readCode(creation),
        )
      }),
    )
    expect(codes.sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'TOO_MANY_REQUESTS'),
      ...Array.from({ length: 30 }, () => 'made'),
    ])
    expect(await createTestCaller()(otherAdmin).zones.create(createForm())).toMatchObject({
      status: 'active',
    })
  })

  it('is refused beyond the maximum per person and in total; an earlier request can still be repeated', async () => {
    const [admin, otherAdmin] = [await make.user({ role: 'admin' }), await make.user({ role: 'admin' })]
    const limits = { ...highLimits, ofOne: 1 }
    const zoneInput = createForm()
    const firstZone = await createTestCaller(limits)(admin).zones.create(zoneInput)
    expect(await readCode(createTestCaller(limits)(admin).zones.create(createForm()))).toBe('ZONES_FULL')
    expect(await createTestCaller(limits)(admin).zones.create(zoneInput)).toMatchObject({ id: firstZone.id })
    expect(await createTestCaller(limits)(otherAdmin).zones.create(createForm())).toMatchObject({
      status: 'active',
    })
    expect(
      await readCode(createTestCaller({ ...highLimits, inAll: 1 })(otherAdmin).zones.create(createForm())),
    ).toBe('ZONES_FULL')
  })

  it('refuses corners that enclose no area, and stores nothing', async () => {
    const admin = await make.user({ role: 'admin' })
    const flatForm = { ...createForm(), shape: { ...testBox, end: testBox.start } }
    expect(await readCode(createTestCaller()(admin).zones.create(flatForm))).toBe('ZONE_INVALID')
    const { rows } = await db.pool.query('select count(*) from zones where request_id = $1', [
      flatForm.requestId,
    ])
    expect(rows[0].count).toBe(0)
  })

  it.each([
    ['a latitude beyond the pole', { start: { lat: 91, lng: 0 } }],
    ['a longitude beyond the antimeridian', { end: { lat: 0, lng: 180.5 } }],
  ])('refuses %s', async (_, invalidFields) => {
    const admin = await make.user({ role: 'admin' })
    expect(
      await readCode(
        createTestCaller()(admin).zones.create({ ...createForm(), shape: { ...testBox, ...invalidFields } }),
      ),
    ).toBe('BAD_REQUEST')
  })
})

describe('the zones of a person', () => {
  it('are the active zones they are assigned to', async () => {
    const member = await make.user()
    const [ownZone, suspendedZone] = await Promise.all([
      make.zone(),
      make.zone({ status: 'suspended' }),
      make.zone(),
    ])
    await make.assign(member, ownZone, 'zone_manager_ro', false)
    await make.assign(member, suspendedZone)
    const { zones } = await createTestCaller()(member).zones.mine()
    expect(zones).toMatchObject([{ id: ownZone.id, myRole: 'zone_manager_ro', entryExpiresAt: null }])
  })

  it('are all active zones for an internal admin, even without an assignment', async () => {
    const [admin, zone, suspendedZone] = await Promise.all([
      make.user({ role: 'admin' }),
      make.zone(),
      make.zone({ status: 'suspended' }),
    ])
    const ids = (await createTestCaller()(admin).zones.mine()).zones.map(it => it.id)
    expect(ids).toContain(zone.id)
    expect(ids).not.toContain(suspendedZone.id)
  })

  it('are listed a page at a time, newest first, without duplicates or gaps for equal timestamps', async () => {
    const admin = await make.user({ role: 'admin' })
    const zones = await Promise.all(Array.from({ length: 7 }, (_, n) => make.zone({ name: `Paged ${n}` })))
    const ids = zones.map(it => it.id)
    await db.pool.query(`update zones set created_at = '2026-01-01T00:00:00.123456Z' where id = any ($1)`, [
      ids,
    ])
    const names: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await createTestCaller()(admin).zones.all({ search: 'paged', cursor, limit: 3 })
      names.push(...page.rows.map(it => it.id))
      if (page.next === null) break
      cursor = page.next
      // A zone created in the meantime is listed before all of them.
      await make.zone({ name: 'Paged, but later' })
    }
    expect(names).toEqual(ids.toSorted().reverse())
  })

  it('can be searched by words and status, and are counted', async () => {
    const admin = await make.user({ role: 'admin' })
    const [pier] = await Promise.all([
      make.zone({ name: '100% Pier_7', status: 'suspended' }),
      make.zone({ name: '100x Pier-7' }),
    ])
    const listIds = async (filter: { search?: string; status?: 'suspended' }) =>
      (await createTestCaller()(admin).zones.all(filter)).rows.map(it => it.id)
    expect(await listIds({ search: 'PIER_7 100%' })).toEqual([pier.id])
    expect(await listIds({ search: 'pier', status: 'suspended' })).toEqual([pier.id])
    const { all, active, pending, suspended } = await createTestCaller()(admin).zones.counts()
    expect(all).toBe(active + pending + suspended)
    expect(suspended).toBeGreaterThan(0)
  })

  it('cannot be paged with the cursor of another list', async () => {
    const admin = await make.user({ role: 'admin' })
    expect(await readCode(createTestCaller()(admin).zones.all({ cursor: 'abc' }))).toBe('CURSOR_INVALID')
  })
})

describe('entering a zone with the PIN', () => {
  async function createMember(role: 'app_user' | 'zone_manager_rw' | 'zone_manager_ro' = 'app_user') {
    const [person, zone] = await Promise.all([make.user({ role, pinHash: '2468' }), make.zone()])
    await make.assign(person, zone, role, false)
    return { person, zone }
  }

  it.each(['app_user', 'zone_manager_rw', 'zone_manager_ro'] as const)('works for a %s', async role => {
    const { person, zone } = await createMember(role)
    expect(await readCode(createTestCaller()(person).zones.get({ zoneId: zone.id }))).toBe(
      'ZONE_ENTRY_REQUIRED',
    )
    const { entryExpiresAt } = await createTestCaller()(person).zones.enter({ zoneId: zone.id, pin: '2468' })
    expect(Date.parse(entryExpiresAt ?? '')).toBeGreaterThan(Date.now())
    expect((await createTestCaller()(person).zones.get({ zoneId: zone.id })).id).toBe(zone.id)
  })

  it('is not required of a client admin', async () => {
    const [clientAdmin, zone] = await Promise.all([make.user({ role: 'client_admin' }), make.zone()])
    await make.assign(clientAdmin, zone, 'client_admin', false)
    expect(await createTestCaller()(clientAdmin).zones.enter({ zoneId: zone.id, pin: '' })).toEqual({
      entryExpiresAt: null,
    })
  })

  it('counts down and logs wrong attempts, locks after the fifth, and then gives no verdict', async () => {
    const { person, zone } = await createMember()
    const tryPin = (pin: string) => readCode(createTestCaller()(person).zones.enter({ zoneId: zone.id, pin }))
    for (let attempt = 1; attempt <= 4; attempt++) expect(await tryPin('0000')).toBe('INVALID_PIN')
    expect(await tryPin('0000')).toBe('PIN_LOCKED')
    expect(await tryPin('2468')).toBe('PIN_LOCKED')
    const { rows } = await db.pool.query(
      `select count(*) from security_events where event_type = 'zone_pin_failed' and affected_user_id = $1`,
      [person.id],
    )
    expect(rows[0].count).toBe(5)
  })

  it('judges at most five of many concurrent attempts, and does not hash the others', async () => {
    const { person, zone } = await createMember()
    verifiedPins.length = 0
    const { zones } = createTestCaller()(person)
    const attempts = Array.from({ length: 50 }, (_, n) =>
      zones.enter({ zoneId: zone.id, pin: String(9000 + n) }),
    )
    const codes = await Promise.all(attempts.map(readCode))
    expect(verifiedPins).toHaveLength(5)
    expect(codes.filter(code => code === 'INVALID_PIN')).toHaveLength(4)
    expect(codes.every(code => code && /^(INVALID_PIN|PIN_LOCKED|TOO_MANY_REQUESTS)$/.test(code))).toBe(true)
  })

  it('gives at most five verdicts, even with one node per attempt', async () => {
    const { person, zone } = await createMember()
    const pins = Array.from({ length: 30 }, (_, n) => String(9000 + n))
    const attempts = pins.map(pin =>
      readCode(createTestCaller()(person).zones.enter({ zoneId: zone.id, pin })),
    )
    const codes = await Promise.all(attempts)
    expect(codes.filter(code => code === 'INVALID_PIN')).toHaveLength(4)
    expect(codes.filter(code => code === 'PIN_LOCKED')).toHaveLength(26)
    const { rows } = await db.pool.query(
      'select cardinality(failures) as failures from entry_pins where user_id = $1',
      [person.id],
    )
    expect(rows[0].failures).toBe(5)
  })

  it('is refused for a correct PIN that was hashed before the lock began', async () => {
    const { person, zone } = await createMember()
    const verification = Promise.withResolvers<void>()
    const verificationStarted = Promise.withResolvers<void>()
    const verifySlowly = async (hash: string, pin: string) => {
      verificationStarted.resolve()
      await verification.promise
      return hash === pin
    }
    const slowCall = createCaller({ zones: createProcedures(verifySlowly) }, db)
    const correctAttempt = readCode(slowCall(person).zones.enter({ zoneId: zone.id, pin: '2468' }))
    await verificationStarted.promise
    const tryWrongPin = () =>
      readCode(createTestCaller()(person).zones.enter({ zoneId: zone.id, pin: '0000' }))
    for (let attempt = 1; attempt <= 5; attempt++) await tryWrongPin()
    verification.resolve()
    expect(await correctAttempt).toBe('PIN_LOCKED')
  })

  it('uses the new PIN if it is changed while the old one is being hashed', async () => {
    const { person, zone } = await createMember()
    let isFirst = true
    const verifyAndChange = async (hash: string, pin: string) => {
      if (isFirst)
        await db.pool.query(`update entry_pins set pin_hash = '1357' where user_id = $1`, [person.id])
      isFirst = false
      return hash === pin
    }
    const caller = createCaller({ zones: createProcedures(verifyAndChange) }, db)
    expect(await readCode(caller(person).zones.enter({ zoneId: zone.id, pin: '2468' }))).toBe('INVALID_PIN')
  })

  it('resets the wrong attempts when the PIN is correct', async () => {
    const { person, zone } = await createMember()
    const enterZone = (pin: string) => createTestCaller()(person).zones.enter({ zoneId: zone.id, pin })
    for (let attempt = 1; attempt <= 4; attempt++) await readCode(enterZone('0000'))
    await enterZone('2468')
    for (let attempt = 1; attempt <= 4; attempt++)
      expect(await readCode(enterZone('0000'))).toBe('INVALID_PIN')
  })

  it("is refused with another person's email address, and without a stored PIN", async () => {
    const { person, zone } = await createMember()
    const foreignInput = { zoneId: zone.id, pin: '2468', userEmail: 'someone@else.example' }
    expect(await readCode(createTestCaller()(person).zones.enter(foreignInput))).toBe('EMAIL_MISMATCH')
    const memberlessUser = await make.user()
    await make.assign(memberlessUser, zone, 'app_user', false)
    expect(
      await readCode(createTestCaller()(memberlessUser).zones.enter({ zoneId: zone.id, pin: '2468' })),
    ).toBe('PIN_NOT_SET')
  })

  it('succeeds or is refused cleanly while the session is being signed out', async () => {
    const { person, zone } = await createMember()
    const [code] = await Promise.all([
      readCode(createTestCaller()(person).zones.enter({ zoneId: zone.id, pin: '2468' })),
      db.pool.query('delete from auth.sessions where id = $1', [person.sessionId]),
    ])
    expect([undefined, 'UNAUTHORIZED']).toContain(code)
  })

  it("applies to one session only, not to the person's other sessions", async () => {
    const { person, zone } = await createMember()
    await createTestCaller()(person).zones.enter({ zoneId: zone.id, pin: '2468' })
    const secondSession = { token: 'second-session-token' }
    await db.pool.query(
      `insert into auth.sessions (token, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [hashToken(secondSession.token), person.id],
    )
    expect(await readCode(createTestCaller()(secondSession).zones.get({ zoneId: zone.id }))).toBe(
      'ZONE_ENTRY_REQUIRED',
    )
  })
})

it('a star is visible only to the person who sets it, and notifies their other devices once', async () => {
  const [me, otherUser, zone] = [await make.user(), await make.user(), await make.zone()]
  for (const person of [me, otherUser]) await make.assign(person, zone)
  const setStar = (starred: boolean) => createTestCaller()(me).zones.star({ zoneId: zone.id, starred })
  expect(await setStar(true)).toEqual({ starred: true })
  await setStar(true)
  expect((await createTestCaller()(me).zones.mine()).zones).toMatchObject([{ id: zone.id, starred: true }])
  expect((await createTestCaller()(otherUser).zones.mine()).zones).toMatchObject([
    { id: zone.id, starred: false },
  ])
  const { rows } = await db.pool.query('select topic from feed_events where kind = $1', ['zone.starred'])
  expect(rows).toEqual([{ topic: `user:${me.id}` }])
  await setStar(false)
  expect((await createTestCaller()(me).zones.mine()).zones).toMatchObject([{ id: zone.id, starred: false }])
})
