import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { i18n } from '@lingui/core'
import { consentVersion } from '@muster/domain/consent.ts'
import { accountSorts, sortDirections } from '@muster/domain/people-order.ts'
import { readPeople } from '@muster/domain/read-people.ts'
import type { ZoneRole } from '@muster/domain/role.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readCsvFile } from '../../lib/testing/read-csv-file.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { requestResetToken } from '../auth/testing/accounts.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
let superAdmin: TestUser
let admin: TestUser

beforeAll(async () => {
  muster = await createTestServices()
  superAdmin = await muster.make.user({ role: 'super_admin' })
  admin = await muster.make.user({ role: 'admin' })
})
afterAll(() => muster.stop())

const accountsAs = (person: TestUser) => muster.call(person).accounts
const createForm = (overrides: object = {}) => ({
  email: `new-${crypto.randomUUID()}@test.example`,
  firstName: 'Nila',
  lastName: 'Bose',
  phone: '',
  role: 'app_user' as const,
  ...overrides,
})

/** Returns the token from the link in the invitation emailed to an address. */
async function readMailedToken(email: string): Promise<string> {
  await muster.mailQueue.settled()
  const folder = join(muster.dataDir, 'mail')
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    const token =
      text.includes(email) &&
      /token=([\w-]+)&invited=1/.exec(text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1]
    if (token) return token
  }
  throw new Error(`No invitation for ${email}`)
}

test('reading the list of accounts is logged once while it continues', async () => {
  const reader = await muster.make.user({ role: 'admin' })
  for (let n = 0; n < 3; n++) await accountsAs(reader).list({})
  const { rows } = await muster.db.pool.query(
    'select event_type, metadata from security_events where actor_id = $1',
    [reader.id],
  )
  expect(rows).toEqual([{ event_type: 'data_access', metadata: { accessType: 'accounts' } }])
})

test('accounts are each listed once in every order, page by page', async () => {
  for (const firstName of ['yara', 'Yara', 'Yann']) await muster.make.user({ firstName })
  const readIds = async (sort: (typeof accountSorts)[number], direction: 'asc' | 'desc') => {
    const ids: string[] = []
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await accountsAs(admin).list({ sort, direction, limit: 2, cursor })
      ids.push(...page.rows.map(row => row.id))
      names.push(...page.rows.map(row => row.firstName))
      cursor = page.next ?? undefined
    } while (cursor)
    return { ids, names }
  }
  const { all } = await accountsAs(admin).count()
  for (const sort of accountSorts)
    for (const direction of sortDirections) {
      const { ids } = await readIds(sort, direction)
      expect(new Set(ids).size, `${sort} ${direction}`).toBe(ids.length)
      expect(ids, `${sort} ${direction}`).toHaveLength(all)
    }
  const { names } = await readIds('name', 'desc')
  expect(names.filter(name => name.toLowerCase().startsWith('ya')).at(-1)).toBe('Yann')
})

test("reading the details of an account is logged once while it continues, except one's own", async () => {
  const [reader, person] = [await muster.make.user({ role: 'admin' }), await muster.make.user()]
  for (const userId of [person.id, reader.id, person.id]) await accountsAs(reader).detail({ userId })
  const { rows } = await muster.db.pool.query(
    'select event_type, affected_user_id as of, metadata from security_events where actor_id = $1',
    [reader.id],
  )
  expect(rows).toEqual([
    { event_type: 'data_access', of: person.id, metadata: { accessType: 'account_details' } },
  ])
})

describe('a new account', () => {
  test('is invited by email, and its owner signs in with the password and PIN they set', async () => {
    const newAccount = createForm({
      email: `Nila.${crypto.randomUUID()}@Test.example`,
      role: 'zone_manager_ro',
      phone: '+91 11 5550 0100',
    })
    const account = await accountsAs(admin).create(newAccount)
    expect(account).toMatchObject({
      email: newAccount.email.toLowerCase(),
      firstName: 'Nila',
      phone: '+91 11 5550 0100',
      role: 'zone_manager_ro',
      status: 'active',
      invited: true,
    })
    const { auth } = muster.call()
    expect(await readCode(auth.signIn({ email: newAccount.email, password: 'seven-orange-birds' }))).toBe(
      'INVALID_CREDENTIALS',
    )
    const token = await readMailedToken(account.email)
    const secondToken = await requestResetToken(muster, account.email)
    expect(await readCode(auth.resetPassword({ token, password: 'seven-orange-birds', pin: '12' }))).toBe(
      'PIN_INVALID',
    )
    await auth.resetPassword({ token, password: 'seven-orange-birds', pin: '2468' })
    const { session } = await auth.signIn({ email: newAccount.email, password: 'seven-orange-birds' })
    expect(session.token).toBeTruthy()
    expect(await accountsAs(admin).detail({ userId: account.id })).toMatchObject({
      invited: false,
      zones: [],
    })
    const { rows } = await muster.db.pool.query('select pin_hash from entry_pins where user_id = $1', [
      account.id,
    ])
    expect(rows[0].pin_hash).toMatch(/^\$argon2id\$/)
    // The link is used up, and so is the second one they requested. No further link is sent.
    expect(await readCode(auth.resetPassword({ token, password: 'eight-orange-birds' }))).toBe('INVALID_LINK')
    expect(await readCode(auth.resetPassword({ token: secondToken, password: 'eight-orange-birds' }))).toBe(
      'INVALID_LINK',
    )
    expect(await readCode(accountsAs(admin).inviteAgain({ userId: account.id }))).toBe('ALREADY_JOINED')
  })

  test('asks for location consent with the link, or later if the text was not shown', async () => {
    const readConsent = async (consentInput: { consentVersion?: typeof consentVersion }) => {
      const newAccount = createForm()
      const account = await accountsAs(admin).create(newAccount)
      const { auth } = muster.call()
      await auth.resetPassword({
        token: await readMailedToken(account.email),
        password: 'seven-orange-birds',
        pin: '2468',
        ...consentInput,
      })
      const { session } = await auth.signIn({ email: newAccount.email, password: 'seven-orange-birds' })
      const { rows } = await muster.db.pool.query(
        `select decision, text_version, asked_at, decided_at > now() - interval '5 minutes' as timed
         from consents where user_id = $1`,
        [account.id],
      )
      return { told: (await muster.call(session).auth.me()).consent, rows }
    }
    const consent = { decision: 'given', text_version: consentVersion, asked_at: 'invitation', timed: true }
    expect(await readConsent({ consentVersion })).toEqual({ told: 'given', rows: [consent] })
    expect(await readConsent({})).toEqual({ told: 'unasked', rows: [] })
  })

  test('is refused for a taken address, even concurrently', async () => {
    const repeatedForm = createForm()
    const codes = await Promise.all([1, 2, 3].map(() => readCode(accountsAs(admin).create(repeatedForm))))
    expect(codes.sort()).toEqual(['USER_EXISTS', 'USER_EXISTS', undefined])
    expect(
      await readCode(accountsAs(admin).create(createForm({ email: repeatedForm.email.toUpperCase() }))),
    ).toBe('USER_EXISTS')
  })
})

test('the list can be searched by words and role, page by page, newest first', async () => {
  const uniqueSuffix = crypto.randomUUID().slice(0, 8)
  const createdAccounts = []
  for (const role of ['app_user', 'client_admin', 'app_user'] as const)
    createdAccounts.push(
      await accountsAs(admin).create(createForm({ lastName: `Mark${uniqueSuffix}`, role })),
    )
  const firstPage = await accountsAs(admin).list({ search: `nila mark${uniqueSuffix}`, limit: 2 })
  expect(firstPage.rows.map(it => it.id)).toEqual([createdAccounts[2]?.id, createdAccounts[1]?.id])
  const secondPage = await accountsAs(admin).list({
    search: `nila mark${uniqueSuffix}`,
    limit: 2,
    cursor: firstPage.next ?? '',
  })
  expect(secondPage).toMatchObject({ rows: [{ id: createdAccounts[0]?.id }], next: null })
  const clientsPage = await accountsAs(admin).list({ search: `mark${uniqueSuffix}`, role: 'client_admin' })
  expect(clientsPage.rows.map(it => it.id)).toEqual([createdAccounts[1]?.id])
  expect((await accountsAs(admin).count()).all).toBeGreaterThan(3)
  const countAll = async (filter: object) => (await accountsAs(admin).count(filter)).all
  expect(await countAll({ search: `nila mark${uniqueSuffix}` })).toBe(3)
  expect(await countAll({ search: `mark${uniqueSuffix}`, role: 'client_admin' })).toBe(1)
})

test('the list and its file can be filtered by status, with inactive as its own', async () => {
  const uniqueName = `Status${crypto.randomUUID().slice(0, 8)}`
  const [, inactiveUser, suspendedUser] = await Promise.all(
    ['active', 'inactive', 'suspended'].map(status => muster.make.user({ firstName: uniqueName, status })),
  )
  const listEmails = async (status?: 'active' | 'inactive' | 'suspended') =>
    (await accountsAs(admin).list({ search: uniqueName, status })).rows.map(row => [row.id, row.status])
  expect(await listEmails()).toHaveLength(3)
  expect(await listEmails('inactive')).toEqual([[inactiveUser?.id, 'inactive']])
  expect(await listEmails('suspended')).toEqual([[suspendedUser?.id, 'suspended']])
  const file = await readCsvFile(accountsAs(admin).exportCsv({ search: uniqueName, status: 'inactive' }))
  expect(file.rows).toBe(1)
  expect(file.csv).toContain(inactiveUser?.userCode)
})

test("the counts cover everybody's presence, and how many of those inside have not been seen recently", async () => {
  const zone = await muster.make.zone()
  const countsBefore = await accountsAs(admin).count()
  const minutesAgo = [1, 60]
  for (const minutes of minutesAgo) {
    const person = await muster.make.user()
    await muster.make.assign(person, zone)
    await muster.db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '1 day',
         captured_at = now() - $2::int * interval '1 min' where user_id = $1`,
      [person.id, minutes],
    )
  }
  expect(await accountsAs(admin).count()).toEqual({
    ...countsBefore,
    all: countsBefore.all + 2,
    inside: countsBefore.inside + 2,
    unseen: countsBefore.unseen + 1,
  })
})

test('a row names the first two zones of the person, and counts all of them', async () => {
  const person = await muster.make.user()
  for (const name of ['Pier', 'Dock', 'Quay'])
    await muster.make.assign(person, await muster.make.zone({ name }))
  const { rows } = await accountsAs(admin).list({ search: person.email })
  expect(rows).toMatchObject([{ zoneNames: ['Dock', 'Pier'], zoneCount: 3 }])
})

test('a reading outside one zone does not make a person inside another count as seen', async () => {
  const [zone, otherZone] = [await muster.make.zone(), await muster.make.zone()]
  const person = await muster.make.user()
  await muster.make.assign(person, zone)
  await muster.make.assign(person, otherZone)
  const countsBefore = await accountsAs(admin).count()
  const lastSeenAt = new Date(Date.now() - 3_600_000).toISOString()
  await muster.db.pool.query(
    `update presence_tracking set is_inside_zone = zone_id = $2, entry_time = case when zone_id = $2 then $3::timestamptz end,
       captured_at = case when zone_id = $2 then $3::timestamptz else now() end where user_id = $1`,
    [person.id, zone.id, lastSeenAt],
  )
  const { rows } = await accountsAs(admin).list({ search: person.email })
  expect(rows.map(({ presence, lastSeen }) => [presence, lastSeen])).toEqual([['inside', lastSeenAt]])
  expect((await accountsAs(admin).count()).unseen).toBe(countsBefore.unseen + 1)
})

describe('people imported from a file', () => {
  test('are previewed without storing anything, then created and invited, each with a separate outcome', async () => {
    const existingAccount = await accountsAs(admin).create(createForm())
    const people = [
      createForm(),
      createForm({ email: existingAccount.email.toUpperCase() }),
      createForm({ role: 'admin' }),
      createForm({ phone: '' }),
    ]
    const expectedOutcomes = ['new', 'exists', 'forbidden', 'new']
    const countAll = async () => (await accountsAs(admin).count()).all
    const countBefore = await countAll()
    const addMailSpy = vi.spyOn(muster.mailQueue, 'add')
    expect(await accountsAs(admin).createMany({ people, dryRun: true })).toEqual({
      outcomes: expectedOutcomes,
      changes: [[], [], [], []],
      roles: Array(4).fill({ former: null, zones: [] }),
    })
    expect(await countAll()).toBe(countBefore)
    expect((await accountsAs(admin).createMany({ people, dryRun: false })).outcomes).toEqual(expectedOutcomes)
    expect(await countAll()).toBe(countBefore + 2)
    expect(addMailSpy.mock.calls.map(([order]) => order.email).sort()).toEqual(
      [people[0], people[3]].map(person => person?.email).sort(),
    )
    addMailSpy.mockRestore()
    // A client repeats the request after a lost response.
    expect((await accountsAs(admin).createMany({ people, dryRun: false })).outcomes).toEqual([
      'exists',
      'exists',
      'forbidden',
      'exists',
    ])
    const { rows } = await muster.db.pool.query(
      `select count(*)::int from security_events e join user_profiles u on u.id = e.affected_user_id
       where e.event_type = 'user_created' and u.email = any ($1)`,
      [people.map(it => it.email)],
    )
    expect(rows[0].count).toBe(2)
  })

  test('are all created once from two files with the same people, in any order', async () => {
    const people = Array.from({ length: 40 }, () => createForm())
    const imports = [people, people.toReversed()].map(it =>
      accountsAs(admin).createMany({ people: it, dryRun: false }),
    )
    const outcomes = (await Promise.all(imports)).flatMap(it => it.outcomes)
    expect(outcomes.filter(it => it === 'new')).toHaveLength(40)
    expect(outcomes.filter(it => it === 'exists')).toHaveLength(40)
  })

  test('can be exported to a safe file and imported again, and the export is logged', async () => {
    const uniqueSuffix = crypto.randomUUID().slice(0, 8)
    await accountsAs(admin).create(
      createForm({ lastName: `Out${uniqueSuffix}`, phone: '+91 11 5550 0100', role: 'zone_manager_ro' }),
    )
    const { csv, rows, fileName } = await readCsvFile(
      accountsAs(admin).exportCsv({ search: `out${uniqueSuffix}` }),
    )
    expect([rows, fileName]).toEqual([1, expect.stringMatching(/^people-.*\.csv$/)])
    expect(csv).toContain(`,'+91 11 5550 0100,`)
    expect(readPeople(csv, i18n)).toMatchObject({
      rows: [{ lastName: `Out${uniqueSuffix}`, phone: '+91 11 5550 0100', role: 'zone_manager_ro' }],
    })
    const { rows: securityEvents } = await muster.db.pool.query(
      "select metadata from security_events where event_type = 'data_access' and actor_id = $1",
      [admin.id],
    )
    expect(securityEvents).toContainEqual({ metadata: { accessType: 'users_csv', people: 1 } })
  })

  test('go in again unchanged, with their zones, and change what was edited in the file', async () => {
    const [yard, other] = [
      await muster.make.zone({ name: `=Yard ${crypto.randomUUID()}; "x"` }),
      await muster.make.zone({ name: `Gate: ${crypto.randomUUID()}` }),
    ]
    const [ana, ben, boss] = [
      await muster.make.user({ role: 'zone_manager_rw' }),
      await muster.make.user(),
      await muster.make.user({ role: 'super_admin' }),
    ]
    await muster.make.assign(ana, yard, 'zone_manager_rw')
    await muster.make.assign(ana, other, 'app_user')
    await muster.make.assign(ben, other, 'zone_manager_ro')
    const { csv } = await readCsvFile(
      accountsAs(admin).exportSelectedCsv({ userIds: [ana.id, ben.id, boss.id] }),
    )
    expect(csv).not.toMatch(/(^|[,;\r\n])[ "]*[=+\-@]/)
    const toPeople = (text: string) => {
      const file = readPeople(text, i18n)
      if ('problem' in file) throw new Error(i18n._(file.problem))
      return file.rows.map(({ line: _line, cells: _cells, role, zones, ...row }) => ({
        ...row,
        ...(role && { role }),
        zones: zones.map(({ zone, role: zoneRole }) => ({ zone, role: zoneRole as ZoneRole })),
      }))
    }
    const importText = (text: string, dryRun: boolean) =>
      accountsAs(admin).createMany({ people: toPeople(text), dryRun, update: true })
    const readAll = async () =>
      (await readCsvFile(accountsAs(admin).exportSelectedCsv({ userIds: [ana.id, ben.id, boss.id] }))).csv
    for (const dryRun of [true, false])
      expect(await importText(csv, dryRun)).toMatchObject({
        outcomes: ['same', 'same', 'same'],
        changes: [[], [], []],
      })
    expect(await readAll()).toBe(csv)

    const findLine = (email: string, text: string) =>
      text.split('\r\n').find(line => line.includes(email)) ?? ''
    const edited = csv
      .replace(findLine(ben.email, csv), line =>
        line.replace(',App User,', ',Client Admin,').replace('Zone Manager (Read Only)', 'App User'),
      )
      .replace(findLine(ana.email, csv), line => line.replace('Person', 'Renamed'))
    const results = toPeople(edited).map(({ email }) => email)
    const byEmail = (result: Awaited<ReturnType<typeof importText>>) =>
      Object.fromEntries(
        results.map((email, n) => [email, [result.outcomes[n], ...(result.changes[n] ?? [])]]),
      )
    // The only manager of a zone stays one.
    expect(byEmail(await importText(edited, true))[ben.email]).toEqual(['last_manager'])
    const withManager = edited.replace(findLine(ana.email, edited), line =>
      line.replace('App User', 'Zone Manager (Read/Write)'),
    )
    await importText(
      withManager
        .split('\r\n')
        .filter(line => !line.includes(ben.email))
        .join('\r\n'),
      false,
    )
    const expected = {
      [ana.email]: ['same'],
      [ben.email]: ['changed', 'role', 'zones'],
      [boss.email]: ['same'],
    }
    for (const dryRun of [true, false])
      expect(byEmail(await importText(withManager, dryRun))).toEqual(expected)
    expect(byEmail(await importText(withManager, false))[ben.email]).toEqual(['same'])
    const { rows } = await muster.db.pool.query(
      `select p.role, a.role as zone_role, (select count(*)::int from user_alerts where user_id = p.id and metadata ->> 'membership' = 'role_changed') as alerts
       from user_profiles p join zone_assignments a on a.user_id = p.id where p.id = $1`,
      [ben.id],
    )
    expect(rows).toEqual([{ role: 'client_admin', zone_role: 'app_user', alerts: 1 }])
    const { rows: names } = await muster.db.pool.query('select first_name from user_profiles where id = $1', [
      ana.id,
    ])
    expect(names[0].first_name).toMatch(/^Renamed/)
  })

  test('hand a zone from one manager to another, and never leave it without one', async () => {
    const zone = await muster.make.zone({ name: `Handed ${crypto.randomUUID()}` })
    const [ana, ben, cy] = [await muster.make.user(), await muster.make.user(), await muster.make.user()]
    await muster.make.assign(ana, zone, 'zone_manager_rw')
    await muster.make.assign(ben, zone, 'zone_manager_ro')
    await muster.make.assign(cy, zone)
    const { rows: names } = await muster.db.pool.query('select * from user_profiles where id = any ($1)', [
      [ana.id, ben.id, cy.id],
    ])
    const importRoles = (dryRun: boolean, ...rows: [TestUser, ZoneRole][]) =>
      accountsAs(admin).createMany({
        people: rows.map(([person, role]) => {
          const row = names.find(it => it.id === person.id)
          return {
            email: person.email,
            firstName: row.first_name,
            lastName: row.last_name,
            zones: [{ zone: zone.name, role }],
          }
        }),
        dryRun,
        update: true,
      })
    for (const dryRun of [true, false])
      expect((await importRoles(dryRun, [ana, 'app_user'], [ben, 'app_user'])).outcomes).toEqual([
        'changed',
        'last_manager',
      ])
    // Their order in the file and by id is any.
    const [first, second] = ben.id < cy.id ? [ben, cy] : [cy, ben]
    const target = (person: TestUser): [TestUser, ZoneRole] => [
      person,
      person === ben ? 'app_user' : 'zone_manager_rw',
    ]
    for (const dryRun of [true, false]) {
      const result = await importRoles(dryRun, target(first), target(second))
      expect(result.outcomes).toEqual(['changed', 'changed'])
      expect(result.roles[first === ben ? 0 : 1]).toEqual({
        former: null,
        zones: [{ zone: zone.name, former: 'zone_manager_ro', role: 'app_user' }],
      })
    }
    expect((await importRoles(false, target(ben), target(cy))).outcomes).toEqual(['same', 'same'])
  })

  test('join the zones in their row, and rows with an unknown zone or a change that is not allowed change nothing', async () => {
    const zone = await muster.make.zone({ name: `Hall ${crypto.randomUUID()}` })
    const [twinName, newcomer] = [`Twin ${crypto.randomUUID()}`, createForm()]
    await muster.make.zone({ name: twinName })
    const twin = await muster.make.zone({ name: twinName })
    const [suspended, boss, member] = [
      await muster.make.user({ status: 'suspended' }),
      await muster.make.user({ role: 'super_admin' }),
      await muster.make.user(),
    ]
    await muster.make.assign(member, zone)
    const toRow = (it: TestUser, more: object) => ({
      email: it.email,
      firstName: 'New',
      lastName: 'Name',
      ...more,
    })
    const people = [
      {
        ...newcomer,
        zones: [{ zone: zone.name.toUpperCase(), role: 'zone_manager_rw' as const }, { zone: twin.id }],
      },
      createForm({ zones: [{ zone: 'No such zone' }] }),
      createForm({ zones: [{ zone: twinName }] }),
      createForm({ zones: [{ zone: zone.id, role: 'supervisor' as const }] }),
      toRow(suspended, { zones: [{ zone: zone.id }] }),
      toRow(boss, {}),
      toRow(admin, { role: 'app_user' as const }),
      { ...toRow(member, {}), firstName: ' ' },
    ]
    const { outcomes } = await accountsAs(admin).createMany({
      people: people.slice(0, 7),
      dryRun: false,
      update: true,
    })
    expect(outcomes).toEqual([
      'new',
      'zone_not_found',
      'zone_ambiguous',
      'forbidden',
      'forbidden',
      'forbidden',
      'forbidden',
    ])
    expect(await readCode(accountsAs(admin).createMany({ people, dryRun: false, update: true }))).toBe(
      'BAD_REQUEST',
    )
    const { rows } = await muster.db.pool.query(
      `select z.name, a.role, a.accepted_at from zone_assignments a join user_profiles u on u.id = a.user_id
       join zones z on z.id = a.zone_id where u.email = $1 order by a.role`,
      [newcomer.email.toLowerCase()],
    )
    expect(rows).toEqual([
      { name: twinName, role: 'app_user', accepted_at: null },
      { name: zone.name, role: 'zone_manager_rw', accepted_at: null },
    ])
    const { rows: names } = await muster.db.pool.query(
      `select count(*)::int from user_profiles where first_name = 'New' and id = any ($1)`,
      [[suspended.id, boss.id, admin.id, member.id]],
    )
    expect(names[0].count).toBe(0)
  })

  test('can be exported one by one', async () => {
    const [ana, ben] = [await muster.make.user(), await muster.make.user()]
    const { csv, rows } = await readCsvFile(accountsAs(admin).exportSelectedCsv({ userIds: [ana.id] }))
    expect(rows).toBe(1)
    expect(csv).toContain(ana.email)
    expect(csv).not.toContain(ben.email)
  })
})

describe('changing an account', () => {
  test('stores, logs and announces name, phone and role', async () => {
    const person = await muster.make.user()
    expect(
      await accountsAs(admin).update({
        userId: person.id,
        firstName: 'Ada',
        phone: '',
        role: 'client_admin',
      }),
    ).toMatchObject({
      firstName: 'Ada',
      lastName: 'Test',
      phone: null,
      role: 'client_admin',
    })
    const { rows: securityEvents } = await muster.db.pool.query(
      "select metadata from security_events where affected_user_id = $1 and event_type = 'user_updated'",
      [person.id],
    )
    expect(securityEvents).toEqual([{ metadata: { role: 'client_admin', roleBefore: 'app_user' } }])
    const { rows: alerts } = await muster.db.pool.query(
      "select 1 from feed_events where topic = 'user:' || $1 and kind = 'user.changed'",
      [person.id],
    )
    expect(alerts.length).toBeGreaterThan(0)
    expect(await readCode(accountsAs(admin).update({ userId: person.id }))).toBe('BAD_REQUEST')
    expect(await readCode(accountsAs(admin).update({ userId: crypto.randomUUID(), firstName: 'X' }))).toBe(
      'USER_NOT_FOUND',
    )
  })

  test("raises nobody above the actor's role, and affects neither people with a higher role nor the actor", async () => {
    const person = await muster.make.user()
    const peer = await muster.make.user({ role: 'admin' })
    expect(await readCode(accountsAs(admin).update({ userId: person.id, role: 'admin' }))).toBe(
      'ROLE_FORBIDDEN',
    )
    for (const userId of [peer.id, superAdmin.id]) {
      expect(await readCode(accountsAs(admin).update({ userId, firstName: 'Eve' }))).toBe('ROLE_FORBIDDEN')
      expect(await readCode(accountsAs(admin).remove({ userId }))).toBe('ROLE_FORBIDDEN')
    }
    expect(await readCode(accountsAs(admin).update({ userId: admin.id, role: 'super_admin' }))).toBe(
      'SELF_CHANGE',
    )
    expect(await accountsAs(admin).update({ userId: admin.id, lastName: 'Own' })).toMatchObject({
      lastName: 'Own',
    })
    expect(await accountsAs(superAdmin).update({ userId: person.id, role: 'admin' })).toMatchObject({
      role: 'admin',
    })
  })

  test('keeps one super admin, even if two step down concurrently', async () => {
    const otherSuperAdmin = await muster.make.user({ role: 'super_admin' })
    await muster.db.pool.query(
      "update user_profiles set status = 'inactive' where role = 'super_admin' and id <> all ($1::uuid[])",
      [[superAdmin.id, otherSuperAdmin.id]],
    )
    const codes = await Promise.all([
      readCode(accountsAs(superAdmin).update({ userId: otherSuperAdmin.id, role: 'admin' })),
      readCode(accountsAs(otherSuperAdmin).update({ userId: superAdmin.id, role: 'admin' })),
    ])
    expect(codes.filter(code => code === undefined)).toHaveLength(1)
    const { rows } = await muster.db.pool.query(
      "select id from user_profiles where role = 'super_admin' and status = 'active'",
    )
    expect(rows).toHaveLength(1)
    await muster.db.pool.query(
      "update user_profiles set role = 'super_admin', status = 'active' where id = any ($1::uuid[])",
      [[superAdmin.id, otherSuperAdmin.id]],
    )
  })
})

describe('deleting an account', () => {
  test("previews what is removed, and removes all of the person's data", async () => {
    const [person, zone] = [await muster.make.user(), await muster.make.zone()]
    await muster.make.assign(person, zone, 'zone_manager_rw')
    expect(await accountsAs(admin).removal({ userId: person.id })).toEqual({
      zones: 1,
      visits: 0,
      readings: 0,
      scheduledBroadcasts: 0,
      lastManagerOf: [zone.name],
    })
    await accountsAs(admin).remove({ userId: person.id })
    for (const table of ['auth.users', 'user_profiles'])
      expect((await muster.db.pool.query(`select 1 from ${table} where id = $1`, [person.id])).rows).toEqual(
        [],
      )
    for (const table of ['zone_assignments', 'auth.sessions', 'presence_tracking'])
      expect(
        (await muster.db.pool.query(`select 1 from ${table} where user_id = $1`, [person.id])).rows,
      ).toEqual([])
    expect(await readCode(muster.call(person).auth.me())).toBe('UNAUTHORIZED')
    expect(await readCode(accountsAs(admin).remove({ userId: person.id }))).toBe('USER_NOT_FOUND')
    const { rows: securityEvents } = await muster.db.pool.query(
      "select actor_id from security_events where affected_user_id = $1 and event_type = 'user_deleted'",
      [person.id],
    )
    expect(securityEvents).toEqual([{ actor_id: admin.id }])
  })

  test('invalidates emailed links and pending second steps', async () => {
    const accountForm = createForm()
    const user = await accountsAs(admin).create(accountForm)
    const otherForm = createForm()
    await accountsAs(admin).create(otherForm)
    const [invitationToken, otherToken] = [
      await readMailedToken(accountForm.email),
      await readMailedToken(otherForm.email),
    ]
    const resetToken = await requestResetToken(muster, accountForm.email)
    await muster.db.pool.query(
      `insert into auth.pending_sign_ins (token_hash, user_id, expires_at) values ('x', $1, now() + interval '10 minutes')`,
      [user.id],
    )
    // A passkey ceremony as the auth library stores it.
    await muster.db.pool.query(
      `insert into auth.verifications (identifier, value, expires_at) values ('x', $1, now() + interval '5 minutes')`,
      [JSON.stringify({ expectedChallenge: 'x', userData: { id: user.id } })],
    )
    await accountsAs(admin).remove({ userId: user.id })
    const { rows } = await muster.db.pool.query(
      `select (select count(*)::int from auth.verifications where value like '%' || $1 || '%') as links,
        (select count(*)::int from auth.pending_sign_ins where user_id = $1::uuid) as pending`,
      [user.id],
    )
    expect(rows).toEqual([{ links: 0, pending: 0 }])
    const setPassword = (token: string) =>
      muster.call().auth.resetPassword({ token, password: 'seven-orange-birds', pin: '4711' })
    for (const token of [invitationToken, resetToken])
      expect(await readCode(setPassword(token))).toBe('INVALID_LINK')
    expect(await readCode(setPassword(otherToken))).toBeUndefined()
  })

  test('is refused for oneself', async () => {
    const ownAccount = await muster.make.user({ role: 'super_admin' })
    expect(await readCode(accountsAs(ownAccount).remove({ userId: ownAccount.id }))).toBe('SELF_DELETE')
  })
})

describe('assigning to a zone', () => {
  test('invites in the role of the account, and repeating it changes nothing', async () => {
    const [person, zone] = [await muster.make.user({ role: 'zone_manager_ro' }), await muster.make.zone()]
    await accountsAs(admin).assign({ userId: person.id, zoneId: zone.id })
    expect((await accountsAs(admin).detail({ userId: person.id })).zones).toMatchObject([
      { zoneId: zone.id, name: zone.name, role: 'zone_manager_ro', invited: true },
    ])
    const { zones } = await accountsAs(admin).detail({ userId: person.id })
    expect(await accountsAs(admin).assign({ userId: person.id, zoneId: zone.id })).toEqual({
      userId: person.id,
    })
    expect((await accountsAs(admin).detail({ userId: person.id })).zones).toEqual(zones)
  })

  test('is refused for people who need no zone', async () => {
    const [person, zone] = [await muster.make.user(), await muster.make.zone()]
    expect(await readCode(accountsAs(admin).assign({ userId: superAdmin.id, zoneId: zone.id }))).toBe(
      'USER_NOT_FOUND',
    )
    expect(await readCode(accountsAs(admin).assign({ userId: person.id, zoneId: crypto.randomUUID() }))).toBe(
      'ZONE_NOT_FOUND',
    )
  })
})
