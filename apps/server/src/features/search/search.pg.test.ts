import type { SearchKind } from '@muster/domain/search-kind.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createTooManyError } from '../../rpc/concurrency-limits.ts'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { searchEverything } from './search-everything.ts'

const muster = testServices()
let zone: TestZone
let otherZone: TestZone
const people = {} as Record<'admin' | 'manager' | 'reader' | 'worker' | 'otherWorker' | 'stranger', TestUser>
const requestId = () => crypto.randomUUID()

beforeAll(async () => {
  const { make, call } = muster
  zone = await make.zone({ name: 'Quarry north' })
  otherZone = await make.zone({ name: 'Quarry south' })
  people.admin = await make.user({ role: 'super_admin', firstName: 'Ada' })
  people.manager = await make.user({ firstName: 'Quarrymaster' })
  people.reader = await make.user({ firstName: 'Rea' })
  people.worker = await make.user({ firstName: 'Will' })
  people.otherWorker = await make.user({ firstName: 'Olga' })
  people.stranger = await make.user({ firstName: 'Sam' })
  await make.assign(people.manager, zone, 'zone_manager_rw')
  await make.assign(people.reader, zone, 'zone_manager_ro')
  await make.assign(people.worker, zone, 'worker')
  await make.assign(people.otherWorker, zone, 'worker')
  await make.assign(people.stranger, otherZone, 'zone_manager_rw')
  const manager = call(people.manager)
  await manager.groups.create({
    requestId: requestId(),
    zoneId: zone.id,
    name: 'Quarry crew',
    description: '',
  } as never)
  await manager.hazards.report({
    requestId: requestId(),
    zoneId: zone.id,
    title: 'Loose rock',
    description: 'Above the quarry ramp',
    position: null,
  })
  await manager.broadcasts.send({
    requestId: requestId(),
    zoneId: zone.id,
    title: 'Blasting',
    // Workers may only read urgent broadcasts.
    priority: 'urgent',
    message: `${'Please read this to the end. '.repeat(10)}The quarry is closed at noon.`,
  } as never)
  await manager.documents.createFolder({ zoneId: zone.id, name: 'Quarry plans', description: '' } as never)
})

const search = async (user: TestUser, text = 'quarry', zoneId: string | undefined = zone.id) =>
  (await muster.call(user).search.everything({ text, zoneId })).results
const listTitles = async (user: TestUser, zoneId?: string) =>
  Object.fromEntries(
    (await search(user, 'quarry', zoneId)).map(({ kind, hits }) => [
      kind,
      hits.map(({ title }) => title).sort(),
    ]),
  )

describe('a search', () => {
  it('finds every kind for a manager of the zone, with the passage of the message that matches', async () => {
    expect(await listTitles(people.manager)).toEqual({
      people: ['Quarrymaster Test'],
      zones: ['Quarry north'],
      groups: ['Quarry crew'],
      hazards: ['Loose rock'],
      broadcasts: ['Blasting'],
      documents: [],
      folders: ['Quarry plans'],
    })
    const broadcast = (await search(people.manager)).find(({ kind }) => kind === 'broadcasts')?.hits[0]
    expect(broadcast?.text).toContain('The quarry is closed at noon')
    expect(broadcast?.zone).toEqual({ id: zone.id, name: 'Quarry north' })
  })

  it('finds in all zones for an internal admin', async () => {
    const titles = await listTitles(people.admin, undefined)
    expect((await muster.call(people.admin).search.everything({ text: 'quarry' })).results.length).toBe(7)
    expect(titles.hazards).toEqual(['Loose rock'])
    const { results } = await muster.call(people.admin).search.everything({ text: 'quarry' })
    expect(results.find(({ kind }) => kind === 'zones')?.hits.length).toBe(2)
    expect(results.find(({ kind }) => kind === 'people')?.hits.map(({ id }) => id)).toEqual([
      people.manager.id,
    ])
  })

  it('shows a worker only what their lists show, and never the reports of others', async () => {
    const results = await search(people.worker)
    const kinds = results.map(({ kind }) => kind)
    const kindsWithHits = results.filter(({ hits }) => hits.length > 0).map(({ kind }) => kind)
    expect(kinds).not.toContain('people')
    expect(kindsWithHits).toEqual(['zones', 'broadcasts'])
  })

  it('says that the PIN is required if the person has not entered the zone with it, and only then', async () => {
    const latecomer = await muster.make.user()
    await muster.make.assign(latecomer, zone, 'zone_manager_rw', false)
    const input = { text: 'quarry', zoneId: zone.id }
    const { results, entryRequired } = await muster.call(latecomer).search.everything(input)
    expect(entryRequired).toBe(true)
    expect(results.map(({ kind }) => kind)).not.toContain('people')
    for (const user of [people.manager, people.worker, people.stranger])
      expect((await muster.call(user).search.everything(input)).entryRequired).toBe(false)
  })

  it('shows a stranger to the zone nothing of it, with and without naming it', async () => {
    for (const zoneId of [zone.id, undefined]) {
      const { results } = await muster.call(people.stranger).search.everything({ text: 'quarry', zoneId })
      expect(results.flatMap(({ hits }) => hits.map(({ title }) => title))).toEqual(['Quarry south'])
    }
  })

  it('answers each kind as its list does, for every role', async () => {
    const input = { zoneId: zone.id, search: 'quarry' }
    const countByList = async (user: TestUser): Promise<Partial<Record<SearchKind, number>>> => {
      const calls = muster.call(user)
      /** Returns undefined if the list refuses the caller. */
      const count = <List>(list: Promise<List>, toRows: (list: List) => readonly unknown[]) =>
        list.then(
          rows => toRows(rows).length,
          () => undefined,
        )
      const toRows = (page: { rows: readonly unknown[] }) => page.rows
      return {
        people: await count(calls.users.inZone(input), toRows),
        zones: await count(calls.zones.available({ search: 'quarry' }), toRows),
        groups: await count(calls.groups.list(input), toRows),
        hazards: await count(calls.hazards.list(input), toRows),
        broadcasts: await count(calls.broadcasts.list(input), toRows),
        documents: await count(calls.documents.files(input), toRows),
        folders: await count(calls.documents.folders(input), ({ folders }) => folders),
      }
    }
    for (const user of Object.values(people)) {
      const listed = Object.entries(await countByList(user)).filter(([, rows]) => rows !== undefined)
      const searched = (await search(user)).map(({ kind, hits }) => [kind, hits.length])
      expect(Object.fromEntries(searched), user.email).toEqual(Object.fromEntries(listed))
    }
  })

  it('shows five hits of a kind, and that there are more', async () => {
    for (let number = 0; number < 6; number++)
      await muster.call(people.stranger).hazards.report({
        requestId: requestId(),
        zoneId: otherZone.id,
        title: `Puddle ${number}`,
        description: 'Water on the floor',
        position: null,
      })
    const results = await search(people.stranger, 'puddle', otherZone.id)
    const hazards = results.find(({ kind }) => kind === 'hazards')
    expect([hazards?.hits.length, hazards?.more]).toEqual([5, true])
  })

  it('refuses a text that is too short or too long, and callers without a session', async () => {
    expect(await readCode(search(people.manager, 'q'))).toBe('BAD_REQUEST')
    expect(await readCode(search(people.manager, 'q'.repeat(101)))).toBe('BAD_REQUEST')
    expect(await readCode(muster.call().search.everything({ text: 'quarry' }))).toBe('UNAUTHORIZED')
  })

  it('waits for the running search of the same person, so that one person cannot occupy the connection pool', async () => {
    let [running, most] = [0, 0]
    const { asActor } = muster.db
    const spy = vi.spyOn(muster.db, 'asActor').mockImplementation(async (actor, work) => {
      most = Math.max(most, ++running)
      return asActor(actor, work).finally(() => running--)
    })
    await Promise.all(Array.from({ length: 4 }, () => search(people.manager)))
    spy.mockRestore()
    expect(most).toBe(3)
  })

  it('returns the other kinds if one fails, and stops when the request is aborted', async () => {
    const hits = { hits: [], more: false }
    const searches = {
      people: () => Promise.reject(new Error('canceling statement due to statement timeout')),
      zones: () => Promise.resolve(hits),
      groups: () => Promise.reject(createTooManyError()),
    }
    const input = { text: 'quarry', zoneId: undefined, allZones: false }
    const log = { warn: vi.fn() }
    expect(await searchEverything(searches, {} as never, input, { log })).toEqual({
      results: [
        { kind: 'people', failed: true, ...hits },
        { kind: 'zones', failed: false, ...hits },
        { kind: 'groups', failed: true, ...hits },
      ],
      entryRequired: false,
    })
    // A rate limit is no failure of the server.
    expect(log.warn.mock.calls.map(([facts]) => facts.kind)).toEqual(['people'])
    expect(
      await searchEverything(searches, {} as never, input, { log, signal: AbortSignal.abort() }),
    ).toEqual({ results: [], entryRequired: false })
  })
})
