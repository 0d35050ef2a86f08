import { i18n } from '@lingui/core'
import { readPeople } from '@muster/domain/read-people.ts'
import type { ZoneRole } from '@muster/domain/role.ts'
import { describe, expect, test, vi } from 'vitest'
import { readCsvFile } from '../../lib/testing/read-csv-file.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { createForm, prepareAccounts } from './testing/prepare-accounts.ts'

const { muster, admin, accountsAs } = prepareAccounts()

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
