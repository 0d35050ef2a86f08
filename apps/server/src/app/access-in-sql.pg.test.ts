import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { NO_ACTOR } from '../db/actor.ts'
import { createFactories, testBox } from '../testing/factories.ts'
import { testDatabase } from '../testing/test-world.ts'
import { rowKinds, tables } from './testing/access-table/database.ts'
import { listFunctionCalls, ownFunctions, programFunctions } from './testing/access-table/functions.ts'
import { createKnownTables, type KnownTable, type TriedWorld } from './testing/access-table/known-tables.ts'
import { describeDifferences } from './testing/access-table/parse-roles.ts'
import { makeEveryKindOfPerson, type Person } from './testing/access-table/people.ts'
import { canReach, type Subject, subjects } from './testing/access-table/reach.ts'
import {
  insertAtOnce,
  insertFiles,
  insertGroup,
  insertNoticeRule,
  insertPendingBroadcast,
  insertSentBroadcast,
  insertTraces,
} from './testing/access-table/traces.ts'
import {
  createTryStatements,
  type StatementOutcome,
  type TriedStatement,
  tryStatements,
} from './testing/access-table/try-statements.ts'
import { readTables, type TableFacts, type Verb } from './testing/table-facts.ts'

const { db } = testDatabase()
let world: TriedWorld
let tableFacts: readonly TableFacts[]
let knownByTable: Readonly<Record<string, KnownTable>>
let functionCallsByName: ReturnType<typeof listFunctionCalls>
let people: Person[]

beforeAll(async () => {
  const make = createFactories(db)
  const pinHash = 'no hash at all'
  const shape = {
    boundary: 'polygon' as const,
    points: [testBox.start, testBox.end, { lat: 28.612, lng: 77.21 }],
  }
  const [zone, otherZone, closedZone] = [
    await make.zone({ shape }),
    await make.zone({ shape }),
    await make.zone(),
  ]
  const [host, mate, stranger] = [
    await make.user(),
    await make.user({ pinHash }),
    await make.user({ pinHash }),
  ]
  for (const [assignee, assignedZone] of [
    [host, zone],
    [host, otherZone],
  ] as const)
    await make.assign(assignee, assignedZone, 'zone_manager_rw')
  world = { zone, other: otherZone, closed: closedZone, host, mate, stranger, newcomer: await make.user() }
  for (const [assignee, assignedZone] of [
    [mate, zone],
    [stranger, otherZone],
  ] as const) {
    await make.assign(assignee, assignedZone)
    await insertAtOnce(db, async traceDb => {
      await insertTraces(traceDb, assignee, assignedZone.id, host)
      await insertPendingBroadcast(traceDb, assignee, assignedZone.id)
    })
  }
  // Leave out people without a valid session: the server takes the actor only from an active session, so they never reach the
  // policies.
  const peopleByKind = (await makeEveryKindOfPerson(make, db, world)).filter(it =>
    it.name.startsWith(it.role),
  )
  people = [...peopleByKind, noOne]
  await createTryStatements(db)
  tableFacts = await readTables(db.pool)
  knownByTable = createKnownTables(world, tableFacts)
  functionCallsByName = listFunctionCalls(world)
  for (const person of peopleByKind)
    await insertAtOnce(db, async traceDb => {
      if (person.place === 'in the zone') {
        await insertTraces(traceDb, person, zone.id, host)
      } else {
        await insertSentBroadcast(traceDb, person, zone.id)
        await insertGroup(traceDb, person, zone.id)
        await insertFiles(traceDb, person, zone.id)
        await insertNoticeRule(traceDb, person, zone.id)
      }
      for (const targetZone of [zone, otherZone]) await insertPendingBroadcast(traceDb, person, targetZone.id)
    })
  // Add a second organisation, because an installation's only organisation has no manager.
  await db.pool.query(`insert into clients (name) values ('Second')`)
  await db.pool.query(
    `insert into data_breach_notifications (description, affected_users_count, severity) values ('x', 1, 'low');
     with hook as (insert into webhooks (name, address, secret, kinds) values ('x', 'https://x.example', 'x', '{zone.deleted}') returning id)
     insert into webhook_deliveries (webhook_id, event_id, kind, body) select id, 'x', 'x', '{}' from hook`,
  )
})

const noOne: Person = {
  ...{ id: NO_ACTOR.userId, sessionId: NO_ACTOR.sessionId, token: '', signedIn: false },
  ...{ name: 'nobody', role: 'super_admin', place: 'in no zone' },
}

/** Parses one line of a table into its name and the reach of each verb. */
const readLine = (line: string) => {
  const [name = '', ...verbs] = line.split(' | ')
  const reachByVerb = new Map(verbs.map(it => [it.split(' ')[0] as Verb, it.slice(it.indexOf(' ') + 1)]))
  return { name: name.replace('public.', ''), reachByVerb }
}
const rows = tables.map(readLine)

/** Statements that proved nothing, because the row they write is invalid or the SQL itself is. */
const failedStatements = new Set<string>()

/** Returns the rows of a tried statement, or null if the database refused it. */
function readRows<Row>(name: string, outcome: StatementOutcome<Row>): readonly Row[] | null {
  const { code } = outcome
  if (code === null) return outcome.rows
  if (code === '42501') return null
  // Access was granted: the statement failed only because the row already exists or its person is not a member.
  if (code !== '23505' && code !== '23503') failedStatements.add(`${name}: ${outcome.message}`)
  return []
}

/** Runs the statements as the person, undoing each, and returns for each its rows, or null if the database refused it. */
async function tryAs<Row>(
  person: Person,
  statements: readonly (TriedStatement & { readonly name: string })[],
): Promise<(readonly Row[] | null)[]> {
  const actor = { userId: person.id, sessionId: person.sessionId }
  const outcomes = await tryStatements<Row>(db, actor, statements)
  return statements.map(({ name }, n) => readRows(name, outcomes[n] as StatementOutcome<Row>))
}

/** The person and the zone that a row belongs to. */
type OwnedRow = { readonly who: string | null; readonly at: string | null }

/** Returns the subjects that the rows of a result belong to. */
function listSubjects(rows: readonly OwnedRow[] | null, person: Person, it: KnownTable) {
  const affectedSubjects = new Set<Subject>()
  for (const { who, at } of rows ?? [])
    if (it.user) {
      if (who === person.id) affectedSubjects.add('own')
      else if (who === world.mate.id) affectedSubjects.add('zone')
      else if (who === world.stranger.id) affectedSubjects.add('other zone')
    } else if (it.zone) {
      if (at === world.zone.id) affectedSubjects.add('zone')
      else if (at === world.other.id) affectedSubjects.add('other zone')
    } else affectedSubjects.add('any')
  return affectedSubjects
}

describe('tables', () => {
  it('reached by requests have a line with the grants', () => {
    const toRowKey = (name: string, verbs: readonly string[]) => [name, ...verbs].join(' | ')
    const declaredKeys = rows.map(({ name, reachByVerb: reachOf }) => toRowKey(name, [...reachOf.keys()]))
    const reachedKeys = tableFacts.filter(it => it.verbs.length > 0).map(it => toRowKey(it.name, it.verbs))
    expect(describeDifferences('database.ts', declaredKeys, reachedKeys)).toEqual([])
    // A kind of row can only be tested if its filter is known.
    expect(rowKinds.map(readLine).filter(({ name }) => !knownByTable[name]?.only)).toEqual([])
  })

  it('give every kind of person the access in the table, row by row', { timeout: 300_000 }, async () => {
    const mismatches: string[] = []
    const lines = [...rows, ...rowKinds.map(readLine)].flatMap(({ name, reachByVerb }) =>
      [...reachByVerb].map(([verb, reach]) => ({ name, verb, reach })),
    )
    for (const person of people) {
      const attempts = lines.flatMap(line => listAttempts(person, line).map(it => ({ ...line, ...it })))
      const results = await tryAs<OwnedRow>(person, attempts)
      for (const [n, { table, verb, reach, subjects: triedSubjects }] of attempts.entries()) {
        const doneSubjects =
          verb === 'insert'
            ? new Set(results[n] ? triedSubjects : [])
            : listSubjects(results[n] ?? null, person, findTable(table))
        for (const subject of triedSubjects) {
          const shouldReach = canReach(reach, person, subject)
          if (doneSubjects.has(subject) !== shouldReach)
            mismatches.push(
              `${verb} ${table} (${subject}) as ${person.name}: ${shouldReach ? 'refused' : 'done'}`,
            )
        }
      }
    }
    expect(mismatches).toEqual([])
    expect([...failedStatements]).toEqual([])
  })
})

const findTable = (name: string) => knownByTable[name] as KnownTable

/** Returns the statements with which the verb is tried on the table, each with the subjects whose rows it concerns. */
function listAttempts(person: Person, { name: table, verb }: { name: string; verb: Verb }) {
  const knownTable = findTable(table)
  const triedSubjects = subjects.filter(subject => {
    if (!knownTable.user && !knownTable.zone) return subject === 'any'
    if (subject === 'own') return knownTable.user !== null && hasOwnRow(person, table, verb)
    return subject !== 'any'
  })
  const name = `${verb} ${table}`
  const { insert } = knownTable
  if (verb === 'insert') {
    if (!insert) throw new Error(`Requests may not insert into ${table}, but its line says who may.`)
    return triedSubjects.map(subject => {
      const statement = insert(person, subject)
      return { table, name, subjects: [subject], result: 'nothing' as const, statement }
    })
  }
  return [{ table, name, subjects: triedSubjects, ...createStatement(knownTable, table, verb) }]
}

/** Returns the statement that does the verb to all rows of the table or kind of row, and returns their owners. */
function createStatement(
  { user, zone, only, sets }: KnownTable,
  name: string,
  verb: 'select' | 'update' | 'delete',
) {
  const table = sql.table(name.split(' (')[0] ?? '')
  const condition = sql.raw(only ? `where ${only}` : '')
  const owners = sql`${user ? sql.ref(user) : sql`null`} as who, ${zone ? sql.ref(zone) : sql`null`} as at`
  if (verb === 'select')
    return { result: 'rows' as const, statement: sql`select ${owners} from ${table} ${condition}` }
  const write =
    verb === 'update' ? sql`update ${table} set ${sql.raw(sets ?? '')}` : sql`delete from ${table}`
  return { result: 'returning' as const, statement: sql`${write} ${condition} returning ${owners}` }
}

/** True if the test data has a row of the person's own for the verb. Anybody may try to insert one. */
const hasOwnRow = (person: Person, name: string, verb: Verb) =>
  person !== noOne &&
  (verb === 'insert' ||
    name === 'user_profiles' ||
    (person.place === 'in the zone' && !(name === 'zone_entries' && !person.signedIn)))

describe('functions', () => {
  it('are listed if requests may call them past row-level security, and tested if they affect others', async () => {
    const { rows } = await db.pool.query<{ name: string; bound: boolean }>(
      `select p.proname as name, bool_and(not p.prosecdef) as bound from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
         and has_function_privilege('muster_app', p.oid, 'execute')
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') group by 1 order by 1`,
    )
    const listedFunctions = [...ownFunctions, ...programFunctions, ...Object.keys(functionCallsByName)]
    // A function that runs with its caller's rights only reaches rows the caller may reach. Testing it is optional.
    const requiredRows = rows.filter(({ name, bound }) => !bound || listedFunctions.includes(name))
    expect(
      describeDifferences(
        'functions.ts',
        listedFunctions,
        requiredRows.map(({ name }) => name),
      ),
    ).toEqual([])
  })

  it('affect others for every person and zone as the table specifies', { timeout: 300_000 }, async () => {
    const mismatches: string[] = []
    for (const person of people) {
      const attempts = Object.entries(functionCallsByName).flatMap(([name, { reach, probe }]) =>
        (['zone', 'other zone'] as const).map(subject => ({
          ...{ name, reach, subject, result: 'rows' as const },
          statement: probe(subject, person),
        })),
      )
      const results = await tryAs<{ it: unknown }>(person, attempts)
      for (const [n, { name, reach, subject }] of attempts.entries()) {
        const hasEffect = results[n]?.some(({ it }) => it !== null && it !== 0) ?? false
        const shouldReach = canReach(reach, person, subject)
        if (hasEffect !== shouldReach)
          mismatches.push(`${name} (${subject}) as ${person.name}: ${shouldReach ? 'refused' : 'done'}`)
      }
    }
    expect(mismatches).toEqual([])
    expect([...failedStatements]).toEqual([])
  })
})
