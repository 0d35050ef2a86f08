import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nobody } from '../db/actor.ts'
import { type Database, openDatabase, type Tx } from '../db/database.ts'
import { defaultClientId, factories, testBox } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { functions, kindsOfRows, ownerOnly, tables } from './testing/access-table/database.ts'
import {
  type Known,
  knownTables,
  mateOf,
  type TriedWorld,
  whereOf,
} from './testing/access-table/known-tables.ts'
import { everyKindOfPerson, type Person } from './testing/access-table/people.ts'
import { reaches, type Subject, subjects } from './testing/access-table/reach.ts'
import { differences } from './testing/access-table/roles-of.ts'
import {
  idOf,
  leaveFiles,
  leaveGroup,
  leaveMessages,
  leaveSent,
  leaveTraces,
  leaveWaiting,
} from './testing/access-table/traces.ts'

let database: TestDatabase
let db: Database
let world: TriedWorld
let known: Readonly<Record<string, Known>>
let people: Person[]

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  const make = factories(db)
  const pinHash = 'no hash at all'
  const shape = {
    boundary: 'polygon' as const,
    points: [testBox.start, testBox.end, { lat: 28.612, lng: 77.21 }],
  }
  const [zone, other, closed] = [await make.zone({ shape }), await make.zone({ shape }), await make.zone()]
  const [host, mate, stranger] = [
    await make.user(),
    await make.user({ pinHash }),
    await make.user({ pinHash }),
  ]
  for (const [one, where] of [
    [host, zone],
    [host, other],
  ] as const)
    await make.assign(one, where, 'zone_manager_rw')
  world = { zone, other, closed, host, mate, stranger, newcomer: await make.user() }
  for (const [one, where] of [
    [mate, zone],
    [stranger, other],
  ] as const) {
    await make.assign(one, where)
    await leaveTraces(db, one, where.id)
    await leaveMessages(db, one, where.id, host)
    await leaveWaiting(db, one, where.id)
  }
  // Who acts is set by the program from a living session: a token that is none never comes so far.
  const kinds = (await everyKindOfPerson(make, db, world)).filter(it => it.name.startsWith(it.role))
  people = [...kinds, noOne]
  known = knownTables(world)
  for (const person of kinds) {
    if (person.place === 'in the zone') {
      await leaveTraces(db, person, zone.id)
      await leaveMessages(db, person, zone.id, host)
    } else {
      await leaveSent(db, person, zone.id)
      await leaveGroup(db, person, zone.id)
      await leaveFiles(db, person, zone.id)
    }
    for (const where of [zone, other]) await leaveWaiting(db, person, where.id)
  }
  // Nobody looks after the only organisation.
  await db.pool.query(`insert into clients (name) values ('Second')`)
  await db.pool.query(
    `insert into data_breach_notifications (description, affected_users_count, severity) values ('x', 1, 'low');
     with hook as (insert into webhooks (name, address, secret, kinds) values ('x', 'https://x.example', 'x', '{zone.deleted}') returning id)
     insert into webhook_deliveries (webhook_id, event_id, kind, body) select id, 'x', 'x', '{}' from hook`,
  )
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const noOne: Person = {
  ...{ id: nobody.userId, sessionId: nobody.sessionId, token: '', signedIn: false },
  ...{ name: 'nobody', role: 'super_admin', place: 'in no zone' },
}

type Verb = 'select' | 'insert' | 'update' | 'delete'
/** The lines of a table: of each name the reach of each verb. */
const readLine = (line: string) => {
  const [name = '', ...verbs] = line.split(' | ')
  const reachOf = new Map(verbs.map(it => [it.split(' ')[0] as Verb, it.slice(it.indexOf(' ') + 1)]))
  return { name: name.replace('public.', ''), reachOf }
}
const rows = tables.map(readLine)

/** Tries it in a savepoint of its own: what came of it, or null where the database refused. */
async function attempt<T>(tx: Tx, statement: RawBuilder<T>): Promise<readonly T[] | null> {
  await sql`savepoint attempt`.execute(tx)
  try {
    return (await statement.execute(tx)).rows
  } catch (error) {
    const { code } = error as { code?: string }
    // Let through by the rights, and stopped by what all rows must fulfil.
    return code === '42501' ? null : []
  } finally {
    await sql`rollback to savepoint attempt`.execute(tx)
  }
}

/** Everything as the person, and nothing of it stays. */
async function asPerson(person: Person, work: (tx: Tx) => Promise<void>) {
  const over = new Error('rolled back')
  const actor = { userId: person.id, sessionId: person.sessionId }
  await db
    .asActor(actor, async tx => {
      await work(tx)
      throw over
    })
    .catch(error => {
      if (error !== over) throw error
    })
}

/** Whose rows came back. */
function subjectsOf(
  found: readonly { who: string | null; at: string | null }[] | null,
  person: Person,
  it: Known,
) {
  const said = new Set<Subject>()
  for (const { who, at } of found ?? [])
    if (it.user) {
      if (who === person.id) said.add('own')
      else if (who === world.mate.id) said.add('zone')
      else if (who === world.stranger.id) said.add('other zone')
    } else if (it.zone) {
      if (at === world.zone.id) said.add('zone')
      else if (at === world.other.id) said.add('other zone')
    } else said.add('any')
  return said
}

describe('tables', () => {
  it('and what of them is granted have their lines in the table', async () => {
    const { rows: found } = await db.pool.query<{ name: string; verbs: string[] }>(`
      select format('%I.%I', n.nspname, c.relname) as name,
        array(select verb from unnest('{select,insert,update,delete}'::text[]) with ordinality as v (verb, place)
          where case when verb = 'delete' then has_table_privilege('muster_app', c.oid, verb)
            else has_any_column_privilege('muster_app', c.oid, verb) end and has_schema_privilege('muster_app', n.oid, 'usage')
          order by place) as verbs
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition order by 1`)
    const said = (name: string, verbs: readonly string[]) => [name, ...verbs].join(' | ')
    const inTable = rows.map(({ name, reachOf }) => said(`public.${name}`, [...reachOf.keys()]))
    const reached = found.filter(it => it.verbs.length > 0).map(it => said(it.name, it.verbs))
    expect(differences('database.ts, tables', inTable, reached)).toEqual([])
    const closed = found.filter(it => it.verbs.length === 0).map(it => it.name)
    expect(differences('database.ts, ownerOnly', ownerOnly, closed)).toEqual([])
    const untried = [...rows, ...kindsOfRows.map(readLine)].filter(({ name, reachOf }) => {
      const it = known[name]
      return !it || (reachOf.has('insert') && !it.insert) || (reachOf.has('update') && !it.sets)
    })
    expect(untried.map(it => `Say in known of this file how ${it.name} is written.`)).toEqual([])
  })

  it('give every kind of person what the table says, row by row', { timeout: 180_000 }, async () => {
    const wrong: string[] = []
    for (const person of people)
      await asPerson(person, async tx => {
        for (const { name, reachOf } of [...rows, ...kindsOfRows.map(readLine)])
          for (const [verb, reach] of reachOf) {
            const said = await done(tx, person, name, verb)
            for (const subject of said.tried) {
              const right = reaches(reach, person, subject)
              if (said.done.has(subject) !== right)
                wrong.push(`${verb} ${name} (${subject}) as ${person.name}: ${right ? 'refused' : 'done'}`)
            }
          }
      })
    expect(wrong).toEqual([])
  })
})

/** Of whose rows the verb was tried, and where it did something. */
async function done(tx: Tx, person: Person, name: string, verb: Verb) {
  const it = known[name] as Known
  const tried = subjects.filter(subject => {
    if (!it.user && !it.zone) return subject === 'any'
    if (subject === 'own') return it.user !== undefined && hasOwn(person, name, verb)
    return subject !== 'any'
  })
  if (verb === 'insert') {
    const found = new Set<Subject>()
    for (const subject of tried)
      if (it.insert && (await attempt(tx, it.insert(person, subject) as RawBuilder<unknown>)))
        found.add(subject)
    return { tried, done: found }
  }
  const table = sql.table(name.split(' (')[0] ?? '')
  const only = sql.raw(it.only ? `where ${it.only}` : '')
  const whose = sql`${it.user ? sql.ref(it.user) : sql`null`} as who, ${it.zone ? sql.ref(it.zone) : sql`null`} as at`
  const statement = {
    select: sql<{ who: string; at: string }>`select ${whose} from ${table} ${only}`,
    update: sql<{
      who: string
      at: string
    }>`update ${table} set ${sql.raw(it.sets ?? '')} ${only} returning ${whose}`,
    delete: sql<{ who: string; at: string }>`delete from ${table} ${only} returning ${whose}`,
  }[verb]
  return { tried, done: subjectsOf(await attempt(tx, statement), person, it) }
}

/** Whether there is such a row of the person; a new one anybody may try. */
const hasOwn = (person: Person, name: string, verb: Verb) =>
  person !== noOne &&
  (verb === 'insert' ||
    name === 'user_profiles' ||
    (person.place === 'in the zone' && !(name === 'zone_entries' && !person.signedIn)))

/** What each function is tried with, and when it did something: without an answer, or with an empty one, it did not. */
const probes: Readonly<Record<string, (subject: Subject, person: Person) => RawBuilder<{ it: unknown }>>> = {
  actor_doubtful: at =>
    sql`select user_id as it from actor_doubtful(array[${inZone(at)}::uuid], current_date - 2, current_date + 2, 'UTC')
      where user_id = ${mate(at)}`,
  assign_user_to_zone: at => sql`select assign_user_to_zone(${world.newcomer.id}, ${inZone(at)}) as it`,
  change_member_role: at => sql`select change_member_role(${inZone(at)}, ${mate(at)}, 'app_user') as it`,
  count_zone_people: at => sql`select "all" as it from count_zone_people(${inZone(at)}, false, '1 hour')`,
  count_broadcast_reach: at =>
    sql`select sum(people) as it from count_broadcast_reach(${inZone(at)}, '{}', '{}', false, null, true)`,
  count_people_of_zones: at => sql`select nullif(count_people_of_zones(array[${inZone(at)}::uuid]), 0) as it`,
  create_zone: () =>
    sql`select (create_zone(${crypto.randomUUID()}, null, false, '', 'x', null, null, ${box}, 1, 1, 2, 2)).zone_id as it`,
  end_question: at => sql`select true as it where end_question(${idOf('sent', mate(at))})`,
  expected_shifts: at =>
    sql`select user_id as it from expected_shifts(array[${inZone(at)}::uuid], (now() at time zone 'UTC')::date + 1,
      (now() at time zone 'UTC')::date + 1, 'UTC') where user_id = ${mate(at)}`,
  count_of_client: () => sql`select people as it from count_of_client(${defaultClientId})`,
  organisation_people: at =>
    sql`select user_id as it from organisation_people(${defaultClientId}, '', null, null, 1000) where user_id = ${mate(at)}`,
  group_people: at =>
    sql`select user_id as it from group_people(${idOf('group', mate(at))}, null, null, null, 9)`,
  link_user_by_code: at =>
    sql`select id as it from link_user_by_code(${world.newcomer.userCode}, ${inZone(at)}, 'app_user')`,
  list_confirmations: at =>
    sql`select user_id as it from list_confirmations(${idOf('document', mate(at))}, 9)`,
  list_readers: at => sql`select user_id as it from list_readers(${idOf('document', mate(at))})`,
  list_tracking_requests: at =>
    sql`select request as it from list_tracking_requests(100) where request ->> 'userId' = ${mate(at)}`,
  located_members: at => sql`select user_id as it from located_members(${inZone(at)})`,
  may_broadcast: at => sql`select true as it where may_broadcast(${inZone(at)})`,
  people_of_zones: at =>
    sql`select user_id as it from people_of_zones(array[${inZone(at)}::uuid], null, null, null, null, 9)`,
  person_names: at => sql`select id as it from person_names(array[${mate(at)}::uuid])`,
  pin_of_member: at => sql`select failures as it from pin_of_member(${inZone(at)}, ${mate(at)})`,
  rare_broadcasts: at => sql`select rare_broadcasts('nowhere', ${inZone(at)}) as it`,
  rare_hazards: at => sql`select rare_hazards('nowhere', ${inZone(at)}) as it`,
  remind_broadcast: at => sql`select remind_broadcast(${idOf('sent', mate(at))}) as it`,
  send_broadcast: (at, { id }) => sql`select send_broadcast(${idOf('waiting', id, inZone(at))}) as it`,
  set_zone_permissions: at => sql`select set_zone_permissions(${inZone(at)}, ${mate(at)}, '{}', '{}') as it`,
  unlink_member: at => sql`select unlink_member(${inZone(at)}, ${mate(at)}) as it`,
  zone_people: at =>
    sql`select user_id as it from zone_people(${inZone(at)}, null, null, true, false, null, null, null, 9)`,
}
const inZone = (subject: Subject) => whereOf(world, subject)
const mate = (subject: Subject) => mateOf(world, subject)
const box = JSON.stringify(testBox)

describe('functions', () => {
  const lines = new Map(functions.map(line => line.split(' | ') as [string, string]))

  it('that a request may call have their lines in the table, and those that reach others are tried', async () => {
    const { rows: found } = await db.pool.query<{ name: string }>(
      `select distinct p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
         and has_function_privilege('muster_app', p.oid, 'execute')
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
    )
    const said = found.map(({ name }) => `${name} | ${lines.get(name) ?? '…'}`)
    expect(differences('database.ts, functions', functions, said)).toEqual([])
    const untried = [...lines].filter(
      ([name, reach]) => reach !== 'own' && reach !== 'program' && !probes[name],
    )
    expect(untried.map(([name]) => `Say in probes of this file how ${name} is tried.`)).toEqual([])
  })

  it('do for every kind of person what the table says, zone by zone', { timeout: 180_000 }, async () => {
    const wrong: string[] = []
    for (const person of people)
      await asPerson(person, async tx => {
        for (const [name, probe] of Object.entries(probes))
          for (const subject of ['zone', 'other zone'] as const) {
            const found = await attempt(tx, probe(subject, person))
            const isDone = found?.some(({ it }) => it !== null && it !== 0) ?? false
            const right = reaches(lines.get(name) ?? 'own', person, subject)
            if (isDone !== right)
              wrong.push(`${name} (${subject}) as ${person.name}: ${right ? 'refused' : 'done'}`)
          }
      })
    expect(wrong).toEqual([])
  })
})
