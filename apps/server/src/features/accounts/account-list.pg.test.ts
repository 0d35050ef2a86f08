import { accountSorts, sortDirections } from '@muster/domain/people-order.ts'
import { expect, test } from 'vitest'
import { readCsvFile } from '../../lib/testing/read-csv-file.ts'
import { createForm, prepareAccounts } from './testing/prepare-accounts.ts'

const { muster, admin, accountsAs } = prepareAccounts()

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
