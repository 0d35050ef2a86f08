import { afterAll, beforeAll, expect, it } from 'vitest'
import { callerOf } from '../testing/caller.ts'
import { factories } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type CallRow, callRows } from './testing/access-table/call-row.ts'
import {
  answersOf,
  answerTo,
  everyKindOfPerson,
  letIn,
  type Person,
  seesAll,
  type World,
} from './testing/access-table/people.ts'
import { reaches } from './testing/access-table/reach.ts'
import { things } from './testing/access-table/things.ts'
import {
  leaveGroup,
  leaveMessages,
  leaveSent,
  leaveTraces,
  leaveWaiting,
} from './testing/access-table/traces.ts'
import { gateOf } from './testing/gate.ts'
import { knownFields, type Procedure, procedures, sampleInput } from './testing/procedures.ts'
import { rowCounts } from './testing/row-counts.ts'
import { type ServedApp, serveApp } from './testing/served-app.ts'

let database: TestDatabase
let served: ServedApp
let world: World
let people: Person[]
let answer: ReturnType<typeof answersOf>
let before: Record<string, number>
/** Who left the rows in the zone, in the other one, and in the one that was suspended. */
let owners: Readonly<Record<'zone' | 'other zone' | 'closed zone', string>>

beforeAll(async () => {
  database = await createTestDatabase()
  served = await serveApp(database.url)
  const { db, services } = served
  const make = factories(db)
  const [zone, other, closed] = [await make.zone(), await make.zone(), await make.zone()]
  const host = await make.user()
  for (const where of [zone, other, closed]) await make.assign(host, where, 'zone_manager_rw')
  world = { zone, other, closed, host }
  const [mate, stranger, absent] = [await make.user(), await make.user(), await make.user()]
  for (const [one, where] of [
    [mate, zone],
    [stranger, other],
    [absent, closed],
  ] as const) {
    await make.assign(one, where)
    await leaveTraces(db, one, where.id)
    await leaveMessages(db, one, where.id, host)
    await leaveWaiting(db, one, where.id)
  }
  owners = { zone: mate.id, 'other zone': stranger.id, 'closed zone': absent.id }
  people = await everyKindOfPerson(make, db, world)
  for (const person of people.filter(it => it.signedIn)) {
    if (person.place === 'in the zone') {
      await leaveTraces(db, person, zone.id)
      await leaveMessages(db, person, zone.id, host)
    } else {
      await leaveSent(db, person, zone.id)
      await leaveGroup(db, person, zone.id)
    }
    await leaveWaiting(db, person, zone.id)
  }
  await db.pool.query(`update zones set status = 'suspended' where id = $1`, [closed.id])
  answer = answersOf(callerOf(gateOf(services.router), db, services.sessions))
  before = await rowCounts(db)
})
afterAll(async () => {
  await served.close()
  await database.drop()
})

type Subject = 'own' | 'zone' | 'other zone'
type Rows = (typeof things)[string]['rows'][number]

const naming = procedures.flatMap(procedure => {
  const row = callRows.get(procedure.name)
  const thing = row?.thing && things[row.thing.name]
  return row?.thing ? [{ ...procedure, procedure, row, named: row.thing, thing }] : []
})

const inputOf = (procedure: Procedure, fields: Readonly<Record<string, unknown>>) =>
  sampleInput(procedure, { ...knownFields({ zoneId: world.zone.id, userId: owners.zone }), ...fields })

/** What the table says that somebody is answered who names the row of the subject. */
function answerAbout(row: CallRow, only: string | undefined, rows: Rows, person: Person, subject: Subject) {
  if (!person.signedIn) return 'UNAUTHORIZED'
  const { seenBy, inNoZone } = rows
  if (row.who === 'sees' && !row.roles.has(person.role)) return row.refuses
  if (!reaches(seenBy, person, subject)) return row.notFound
  if (row.who === 'sees') return letIn
  const inZone = inNoZone ? answerInNoZone(row, person) : answerTo(row, seenFrom(person, subject))
  return inZone === letIn && only && !reaches(only, person, subject) ? row.refuses : inZone
}

const answerInNoZone = (row: CallRow, person: Person) =>
  seesAll(person) && row.roles.has(person.role) ? letIn : row.refuses

/** Where the person is, as seen from the zone of the subject. */
function seenFrom(person: Person, subject: Subject): Person {
  if (subject !== 'other zone') return person
  return { ...person, place: person.place === 'in another zone' ? 'in the zone' : 'in no zone' }
}

/** Who is not signed in is refused before any row is read, and of the other zone all but its own people are strangers. */
function isTried({ signedIn, place }: Person, subject: Subject, n: number): boolean {
  if (!signedIn) return n === 0 && subject === 'zone'
  return subject !== 'other zone' || place === 'in another zone' || place === 'in the zone'
}

it('every thing that a call names is tried', () => {
  expect(new Set(naming.map(it => it.named.name))).toEqual(new Set(Object.keys(things)))
})

it.for(naming)(
  '$name answers every kind of person what the table says',
  async ({ procedure, row, ...it }) => {
    const only = it.named.only === null ? undefined : it.thing?.only?.[it.named.only]
    expect(only === undefined).toBe(it.named.only === null)
    const wrong: string[] = []
    for (const [n, rows] of (it.thing?.rows ?? []).entries())
      for (const subject of n === 0 ? (['zone', 'own', 'other zone'] as const) : (['zone', 'own'] as const))
        for (const person of people.filter(it => isTried(it, subject, n))) {
          const owner = subject === 'own' ? person.id : owners[subject]
          const where = subject === 'other zone' ? world.other : world.zone
          const input = inputOf(procedure, rows.input(owner, where.id))
          const right = answerAbout(row, only, rows, person, subject)
          const { code } = await answer(person, procedure, input)
          if (code !== right)
            wrong.push(`${rows.name}, ${subject}, to ${person.name}: ${code} instead of ${right}`)
        }
    expect(wrong).toEqual([])
  },
)

it('a thing of a foreign zone, one of a suspended zone and one that does not exist answer alike', async () => {
  const wrong: string[] = []
  for (const { procedure, row, thing } of naming)
    for (const person of people.filter(it => it.signedIn && it.place === 'in the zone' && !seesAll(it))) {
      const [rows] = thing?.rows ?? []
      if (!rows || !row.roles.has(person.role)) continue
      const named = [
        rows.input(owners['other zone'], world.other.id),
        rows.input(owners['closed zone'], world.closed.id),
        rows.input(crypto.randomUUID(), crypto.randomUUID()),
      ]
      const said = await Promise.all(
        named.map(fields => answer(person, procedure, inputOf(procedure, fields))),
      )
      const codes = new Set(said.map(it => `${it.code} ${it.message}`))
      if (codes.size > 1 || said[0]?.code !== row.notFound)
        wrong.push(`${procedure.name} to ${person.name}: ${[...codes].join(', ')}`)
    }
  expect(wrong).toEqual([])
})

it('nothing is written before a handler runs', async () => {
  const { 'public.rate_limits': _tries, ...now } = await rowCounts(served.db)
  expect(now).toEqual({ ...before, 'public.rate_limits': undefined })
})
