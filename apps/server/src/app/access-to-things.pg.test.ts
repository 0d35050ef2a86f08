import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCaller } from '../testing/caller.ts'
import { factories } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type CallRow, callRows } from './testing/access-table/call-row.ts'
import {
  answerFor,
  answerTo,
  everyKindOfPerson,
  letIn,
  type Person,
  type Place,
  seesAll,
  type World,
} from './testing/access-table/people.ts'
import { reaches } from './testing/access-table/reach.ts'
import { things } from './testing/access-table/things.ts'
import {
  createId,
  leaveGroup,
  leaveMessages,
  leaveReports,
  leaveRequest,
  leaveSent,
  leaveTemplate,
  leaveWaiting,
} from './testing/access-table/traces.ts'
import { createGate } from './testing/gate.ts'
import { knownFields, type Procedure, procedures, sampleInput } from './testing/procedures.ts'
import { rowCounts } from './testing/row-counts.ts'
import { type ServedApp, serveApp } from './testing/served-app.ts'

let database: TestDatabase
let served: ServedApp
let world: World
let people: Person[]
let answer: ReturnType<typeof answerFor>
let before: Record<string, number>
/** The people who own the rows in the zone, in the other one, and in the suspended one. */
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
    await leaveRequest(db, one)
    await leaveMessages(db, one, where.id, host)
    await leaveWaiting(db, one, where.id)
  }
  owners = { zone: mate.id, 'other zone': stranger.id, 'closed zone': absent.id }
  people = await everyKindOfPerson(make, db, world)
  for (const person of people.filter(it => it.signedIn)) {
    await leaveRequest(db, person)
    if (isThere(person)) await leaveMessages(db, person, zone.id, host)
    else
      for (const leave of [leaveSent, leaveGroup, leaveReports, leaveTemplate])
        await leave(db, person, zone.id)
    await leaveWaiting(db, person, zone.id)
  }
  await db.pool.query(`update zones set status = 'suspended' where id = $1`, [closed.id])
  // A second organisation that nobody manages.
  await db.pool.query(`insert into clients (id, name) values ($1, 'Second')`, [createId('organisation')])
  await db.pool.query(`update report_runs set state = 'done', path = 'reports/' || id, rows = 1, bytes = 1,
    finished_at = now(), expires_at = now() + interval '1 day'`)
  answer = answerFor(createCaller(createGate(services.router), db, services.sessions))
  before = await rowCounts(db)
})
afterAll(async () => {
  await served.close()
  await database.drop()
})

type Subject = 'own' | 'zone' | 'other zone'
type Rows = (typeof things)[string]['rows'][number]

/**
 * The calls that name a resource. The first of those with equal declarations is tested with every kind of row, the others with one.
 */
const declared = new Set<string>()
const naming = procedures.flatMap(procedure => {
  const row = callRows.get(procedure.name)
  if (!row?.thing) return []
  const thing = things[row.thing.name]
  if (!thing) throw new Error(`Say in access-table/things.ts which rows of ${row.thing.name} there are.`)
  const declaration = JSON.stringify({ ...row, roles: [...row.roles] })
  const [rows, ...others] = thing.rows
  const kinds = declared.has(declaration) ? [] : others
  declared.add(declaration)
  const only = row.thing.only === null ? undefined : (thing.only?.[row.thing.only] ?? 'nobody')
  return [{ name: procedure.name, procedure, row, only, rows, kinds }]
})

const createInput = (procedure: Procedure, fields: Readonly<Record<string, unknown>>) =>
  sampleInput(procedure, { ...knownFields({ zoneId: world.zone.id, userId: owners.zone }), ...fields })

/** Returns the expected answer for somebody who names the subject's row. */
function answerAbout(row: CallRow, only: string | undefined, rows: Rows, person: Person, subject: Subject) {
  if (!person.signedIn) return 'UNAUTHORIZED'
  const { seenBy, inNoZone } = rows
  if (row.who === 'sees' && !row.roles.has(person.role)) return row.refuses
  if (!reaches(seenBy, person, subject)) return row.notFound
  if (row.who === 'sees') return letIn
  const inZone = inNoZone ? answerInNoZone(row, person) : answerTo(row, toViewer(person, subject))
  return inZone === letIn && only && !reaches(only, person, subject) ? row.refuses : inZone
}

const answerInNoZone = (row: CallRow, person: Person) =>
  seesAll(person) && row.roles.has(person.role) ? letIn : row.refuses

/** Returns the person with their place relative to the zone of the subject. */
function toViewer(person: Person, subject: Subject): Person {
  if (subject !== 'other zone') return person
  return { ...person, place: person.place === 'in another zone' ? 'in the zone' : 'in no zone' }
}

const isThere = ({ place }: Person) => place === 'in the zone' || place === 'PIN not entered'

it('every resource in the access table is named by a call', () => {
  expect(new Set(naming.map(it => it.row.thing?.name))).toEqual(new Set(Object.keys(things)))
})

it.for(naming)(
  '$name answers every kind of person as the access table says',
  async ({ procedure, row, ...it }) => {
    const wrong: string[] = []
    const tryAs = async (rows: Rows, subject: Subject, tried: readonly Person[]) => {
      for (const person of tried) {
        const owner = subject === 'own' ? person.id : owners[subject]
        const where = subject === 'other zone' ? world.other : world.zone
        const right = answerAbout(row, it.only, rows, person, subject)
        const { code } = await answer(person, procedure, createInput(procedure, rows.input(owner, where.id)))
        if (code !== right)
          wrong.push(`${rows.name}, ${subject}, to ${person.name}: ${code} instead of ${right}`)
      }
    }
    const signedIn = people.filter(it => it.signedIn)
    const inPlaces = (...places: Place[]) => signedIn.filter(it => places.includes(it.place))
    await tryAs(it.rows, 'zone', people)
    await tryAs(it.rows, 'own', signedIn)
    // Everybody else is a stranger there, as people in no zone are here.
    await tryAs(it.rows, 'other zone', inPlaces('in another zone', 'in the zone'))
    for (const rows of it.kinds) {
      await tryAs(rows, 'zone', inPlaces('in the zone', 'PIN not entered', 'in no zone'))
      await tryAs(rows, 'own', inPlaces('in the zone', 'PIN not entered'))
    }
    expect(wrong).toEqual([])
  },
)

it('resources of a foreign zone, of a suspended zone and missing ones get the same answer', async () => {
  const wrong: string[] = []
  for (const { procedure, row, rows } of naming)
    for (const person of people.filter(it => it.signedIn && it.place === 'in the zone' && !seesAll(it))) {
      if (!row.roles.has(person.role)) continue
      const foreign = [
        rows.input(owners['other zone'], world.other.id),
        rows.input(owners['closed zone'], world.closed.id),
      ]
      const unknown = Object.fromEntries(Object.keys(foreign[0] ?? {}).map(key => [key, crypto.randomUUID()]))
      const isHidden = row.who === 'in zone of' || !reaches(rows.seenBy, person, 'other zone')
      const answers = new Set<string>()
      for (const fields of isHidden ? [...foreign, unknown] : [unknown]) {
        const { code, message } = await answer(person, procedure, createInput(procedure, fields))
        answers.add(`${code} ${message}`)
      }
      const [first = ''] = answers
      if (answers.size > 1 || !first.startsWith(`${row.notFound} `))
        wrong.push(`${procedure.name} to ${person.name}: ${[...answers].join(', ')}`)
    }
  expect(wrong).toEqual([])
})

it('the checks before a handler write nothing', async () => {
  const { 'public.rate_limits': _tries, ...now } = await rowCounts(served.db)
  expect(now).toEqual({ ...before, 'public.rate_limits': undefined })
})
