import { sortDirections, zonePeopleSorts } from '@muster/domain/people-order.ts'
import { describe, expect, it } from 'vitest'
import { readCsvFile } from '../../lib/testing/read-csv-file.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testUsers } from './testing/test-users.ts'

const world = testUsers()

type Order = Pick<Parameters<ReturnType<typeof world.call>['users']['inZone']>[0], 'sort' | 'direction'>

/** A zone with its manager and seven members: three share a name, two are inside, one was never seen, one is only invited. */
async function createCrew() {
  const { zone, manager } = await world.zoneWithManager()
  const people: TestUser[] = []
  for (const firstName of ['Zoe', 'ana', 'Ben', 'Ben', 'Ben', 'Carl', 'Dora']) {
    const person = await world.make.user({ firstName })
    await world.make.assign(person, zone)
    people.push(person)
  }
  const [zoe, ana, ben] = people as [TestUser, TestUser, TestUser]
  const dora = people[6] as TestUser
  await world.db.pool.query('update user_profiles set last_name = $1 where id = any($2)', [
    'Oz',
    people.map(it => it.id),
  ])
  const insertPresence = (person: TestUser, isInside: boolean, minutesAgo: number) =>
    world.db.pool.query(
      `insert into presence_tracking (user_id, zone_id, is_inside_zone, captured_at, entry_time)
       values ($1, $2, $3, now() - $4 * interval '1 minute', case when $3 then now() - $4 * interval '1 minute' end)
       on conflict (user_id, zone_id) do update set is_inside_zone = excluded.is_inside_zone,
         captured_at = excluded.captured_at, entry_time = excluded.entry_time`,
      [person.id, zone.id, isInside, minutesAgo],
    )
  await insertPresence(zoe, true, 5)
  await insertPresence(ana, false, 1)
  await insertPresence(ben, true, 9)
  await world.db.pool.query('update zone_assignments set accepted_at = null where user_id = $1', [dora.id])
  const readPage = (order: Order, cursor?: string, limit = 3) =>
    world.call(manager).users.inZone({ zoneId: zone.id, ...order, limit, ...(cursor && { cursor }) })
  async function readAll(order: Order, limit = 3) {
    const rows: Awaited<ReturnType<typeof readPage>>['rows'] = []
    let cursor: string | undefined
    do {
      const page = await readPage(order, cursor, limit)
      rows.push(...page.rows)
      cursor = page.next ?? undefined
    } while (cursor)
    return rows
  }
  return { zone, manager, people, zoe, ana, ben, dora, readPage, readAll }
}

describe('the people of a zone in an order', () => {
  it('are each listed once in every order and direction, page by page, whatever the page size', async () => {
    const { manager, people, readAll } = await createCrew()
    const everybody = [manager, ...people].map(it => it.id).toSorted()
    for (const sort of zonePeopleSorts)
      for (const direction of sortDirections) {
        const ids = (await readAll({ sort, direction }, 2)).map(it => it.userId)
        expect(ids.toSorted(), `${sort} ${direction}`).toEqual(everybody)
        expect(ids, `${sort} ${direction}`).toEqual(
          (await readAll({ sort, direction }, 100)).map(it => it.userId),
        )
      }
  })

  it('neither repeat nor skip a person when others join between two pages', async () => {
    const { zone, people, readPage } = await createCrew()
    const first = await readPage({ sort: 'name', direction: 'asc' })
    await world.make.assign(await world.make.user({ firstName: 'Aaa' }), zone)
    const rest = await readPage({ sort: 'name', direction: 'asc' }, first.next ?? '', 100)
    const ids = [...first.rows, ...rest.rows].map(it => it.userId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(people.map(it => it.id)))
  })

  it('are sorted by name regardless of case, and by state with those inside first and invited people last', async () => {
    const { zoe, ben, ana, dora, readAll } = await createCrew()
    const byName = (await readAll({ sort: 'name', direction: 'asc' })).map(it => it.firstName)
    expect(byName.filter(name => ['Zoe', 'ana', 'Ben', 'Carl', 'Dora'].includes(name))).toEqual([
      'ana',
      'Ben',
      'Ben',
      'Ben',
      'Carl',
      'Dora',
      'Zoe',
    ])
    const byState = (await readAll({ sort: 'state', direction: 'asc' })).map(it => it.userId)
    expect(byState.slice(0, 2).toSorted()).toEqual([zoe.id, ben.id].toSorted())
    expect(byState[2]).toBe(ana.id)
    expect(byState.at(-1)).toBe(dora.id)
  })

  it('are sorted by when they were last seen, with those never seen at the end', async () => {
    const { zoe, ben, ana, readAll } = await createCrew()
    const ids = (await readAll({ sort: 'seen', direction: 'desc' })).map(it => it.userId)
    expect(ids.slice(0, 3)).toEqual([ana.id, zoe.id, ben.id])
  })

  it('refuse a cursor of another order', async () => {
    const { readPage } = await createCrew()
    const { next } = await readPage({ sort: 'name', direction: 'asc' })
    expect(await readCode(readPage({ sort: 'name', direction: 'desc' }, next ?? ''))).toBe('CURSOR_INVALID')
    expect(await readCode(readPage({}, next ?? ''))).toBe('CURSOR_INVALID')
  })
})

describe('removing several people from a zone', () => {
  it('removes those it may and returns the others with the reason', async () => {
    const { zone, manager, zoe, ana, people } = await createCrew()
    const stranger = await world.make.user()
    const result = await world.call(manager).users.unlinkMany({
      zoneId: zone.id,
      userIds: [zoe.id, ana.id, zoe.id, manager.id, stranger.id],
    })
    expect(result.removed.toSorted()).toEqual([zoe.id, ana.id].toSorted())
    expect(result.refusals.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { userId: stranger.id, reason: 'NOT_ASSIGNED' },
      { userId: manager.id, reason: 'SELF_UNLINK' },
    ])
    const { rows } = await world.db.pool.query('select user_id from zone_assignments where zone_id = $1', [
      zone.id,
    ])
    expect(rows).toHaveLength(people.length - 1)
  })

  it('alerts each of them', async () => {
    const { zone, manager, zoe, ana } = await createCrew()
    await world.call(manager).users.unlinkMany({ zoneId: zone.id, userIds: [zoe.id, ana.id] })
    const { rows } = await world.db.pool.query(
      `select user_id from user_alerts where user_id = any($1) and title like 'Removed from %'`,
      [[zoe.id, ana.id]],
    )
    expect(rows).toHaveLength(2)
  })

  it('is refused to people who may not unlink', async () => {
    const { zone, zoe, ana } = await createCrew()
    expect(await readCode(world.call(zoe).users.unlinkMany({ zoneId: zone.id, userIds: [ana.id] }))).toBe(
      'FORBIDDEN',
    )
  })
})

describe('exporting the people of a zone', () => {
  it('contains those selected, without contact data of invited people, and is logged', async () => {
    const { zone, manager, zoe, dora } = await createCrew()
    const { csv, rows } = await readCsvFile(
      world.call(manager).users.exportCsv({ zoneId: zone.id, userIds: [zoe.id, dora.id] }),
    )
    expect(rows).toBe(2)
    expect(csv).toContain('Zoe,Oz')
    expect(csv).toMatch(/Dora,Oz,,/)
    const { rows: events } = await world.db.pool.query(
      `select metadata from security_events where metadata ->> 'accessType' = 'zone_users_csv' and actor_id = $1`,
      [manager.id],
    )
    expect(events).toEqual([{ metadata: expect.objectContaining({ people: 2, zoneId: zone.id }) }])
  })

  it('says who was not seen recently instead of inside, as the screen does', async () => {
    const { zone, manager, zoe, ben } = await createCrew()
    await world.db.pool.query(
      `update presence_tracking set captured_at = now() - interval '2 hours' where user_id = $1`,
      [zoe.id],
    )
    const { csv } = await readCsvFile(
      world.call(manager).users.exportCsv({ zoneId: zone.id, userIds: [zoe.id, ben.id] }),
    )
    expect(csv).toMatch(/^Zoe,.*,Not seen,/m)
    expect(csv).toMatch(/^Ben,.*,Inside,/m)
  })

  it('has headings in the language of the person who exports', async () => {
    const { zone, manager } = await createCrew()
    const exportHeading = async () =>
      (await readCsvFile(world.call(manager).users.exportCsv({ zoneId: zone.id }))).csv.split('\n')[0]
    expect(await exportHeading()).toMatch(/First name,Last name,Email/)
    await world.db.pool.query(`update user_profiles set language = 'hi' where id = $1`, [manager.id])
    expect(await exportHeading()).toMatch(/^\W*नाम|पहला/)
    expect(await exportHeading()).not.toContain('First name')
  })

  it('escapes formulas in names', async () => {
    const { zone, manager, zoe } = await createCrew()
    await world.db.pool.query('update user_profiles set last_name = $2 where id = $1', [zoe.id, '=1+1'])
    const { csv } = await readCsvFile(
      world.call(manager).users.exportCsv({ zoneId: zone.id, userIds: [zoe.id] }),
    )
    expect(csv).toContain("'=1+1")
  })
})
