import { beforeAll, expect, it } from 'vitest'
import { createCaller } from '../testing/caller.ts'
import { createFactories } from '../testing/factories.ts'
import { type CallRow, callRowsByName } from './testing/access-table/call-row.ts'
import { isLongForm } from './testing/access-table/long-form.ts'
import {
  createProcedureCaller,
  findExpectedAnswer,
  LET_IN_ANSWER,
  makeEveryKindOfPerson,
  type Person,
  type Place,
  seesAll,
  type World,
} from './testing/access-table/people.ts'
import { canReach } from './testing/access-table/reach.ts'
import {
  createId,
  insertAtOnce,
  insertEmergency,
  insertGroup,
  insertImport,
  insertMessages,
  insertPendingBroadcast,
  insertReports,
  insertRequest,
  insertSentBroadcast,
  insertTemplate,
} from './testing/access-table/traces.ts'
import { isFirstWithChecks, pickPeople } from './testing/access-table/tried-people.ts'
import { triedResources } from './testing/access-table/tried-resources.ts'
import { createGate } from './testing/gate.ts'
import { createKnownFields, createSampleInput, type Procedure, procedures } from './testing/procedures.ts'
import { countTableRows } from './testing/row-counts.ts'
import { testServer } from './testing/served-app.ts'

const { server } = testServer()
let world: World
let people: Person[]
let callAs: ReturnType<typeof createProcedureCaller>
let countsBefore: Record<string, number>
/** The owners of the rows in the zone, in the other zone and in the suspended zone. */
let owners: Readonly<Record<'zone' | 'other zone' | 'closed zone', string>>

beforeAll(async () => {
  const { db, services } = server
  const make = createFactories(db)
  const [zone, otherZone, closedZone] = [await make.zone(), await make.zone(), await make.zone()]
  const host = await make.user()
  for (const assignedZone of [zone, otherZone, closedZone])
    await make.assign(host, assignedZone, 'zone_manager_rw')
  world = { zone, other: otherZone, closed: closedZone, host }
  const [mate, stranger, absentUser] = [await make.user(), await make.user(), await make.user()]
  for (const [member, assignedZone] of [
    [mate, zone],
    [stranger, otherZone],
    [absentUser, closedZone],
  ] as const) {
    await make.assign(member, assignedZone)
    await insertAtOnce(db, async traceDb => {
      await insertRequest(traceDb, member)
      await insertMessages(traceDb, member, assignedZone.id, host)
      await insertPendingBroadcast(traceDb, member, assignedZone.id)
    })
  }
  owners = { zone: mate.id, 'other zone': stranger.id, 'closed zone': absentUser.id }
  people = await makeEveryKindOfPerson(make, db, world)
  for (const person of people.filter(it => it.signedIn))
    await insertAtOnce(db, async traceDb => {
      await insertRequest(traceDb, person)
      if (isInZone(person)) await insertMessages(traceDb, person, zone.id, host)
      else
        for (const insertTrace of [
          insertSentBroadcast,
          insertGroup,
          insertReports,
          insertTemplate,
          insertEmergency,
          insertImport,
        ])
          await insertTrace(traceDb, person, zone.id)
      await insertPendingBroadcast(traceDb, person, zone.id)
    })
  await db.pool.query(`update zones set status = 'suspended' where id = $1`, [closedZone.id])
  // A second organisation that has no manager.
  await db.pool.query(`insert into clients (id, name) values ($1, 'Second')`, [createId('organisation')])
  await db.pool.query(`update report_runs set state = 'done', path = 'reports/' || id, rows = 1, bytes = 1,
    finished_at = now(), expires_at = now() + interval '1 day'`)
  callAs = createProcedureCaller(createCaller(createGate(services.router), db, services.sessions))
  countsBefore = await countTableRows(db)
})

type OwnerKind = 'own' | 'zone' | 'other zone'
type ResourceRow = (typeof triedResources)[string]['rows'][number]

const seenDeclarations = new Set<string>()
/**
 * Calls that name a resource, with the rows they are tested with. If several calls have the same declaration, the first is tested
 * with every kind of row and the others with one kind. The first call of each kind of access to a resource is tested with everybody.
 */
const namingProcedures = procedures.flatMap(procedure => {
  const row = callRowsByName.get(procedure.name)
  if (!row?.thing) return []
  const resource = triedResources[row.thing.name]
  if (!resource)
    throw new Error(`Say in access-table/tried-resources.ts which rows of ${row.thing.name} there are.`)
  const declaration = JSON.stringify({ ...row, roles: [...row.roles] })
  const [firstRow, ...otherRows] = resource.rows
  const rowsToTry = seenDeclarations.has(declaration) ? [] : otherRows
  seenDeclarations.add(declaration)
  const onlyFor = row.thing.only === null ? undefined : (resource.only?.[row.thing.only] ?? 'nobody')
  const isFirst = isFirstWithChecks(procedure.name, row)
  return [{ name: procedure.name, procedure, row, only: onlyFor, rows: firstRow, kinds: rowsToTry, isFirst }]
})

const createInput = (procedure: Procedure, fields: Readonly<Record<string, unknown>>) =>
  createSampleInput(procedure, {
    ...createKnownFields({ zoneId: world.zone.id, userId: owners.zone }),
    ...fields,
  })

/** Returns the expected response when the person names the subject's row. */
function findExpectedOutcome(
  row: CallRow,
  only: string | undefined,
  rows: ResourceRow,
  person: Person,
  subject: OwnerKind,
) {
  if (!person.signedIn) return 'UNAUTHORIZED'
  const { seenBy, inNoZone } = rows
  if (row.who === 'sees' && !row.roles.has(person.role)) return row.refuses
  if (!canReach(seenBy, person, subject)) return row.notFound
  if (row.who === 'sees') return LET_IN_ANSWER
  const outcomeInZone = inNoZone
    ? findOutcomeInNoZone(row, person)
    : findExpectedAnswer(row, toViewer(person, subject))
  return outcomeInZone === LET_IN_ANSWER && only && !canReach(only, person, subject)
    ? row.refuses
    : outcomeInZone
}

const findOutcomeInNoZone = (row: CallRow, person: Person) =>
  seesAll(person) && row.roles.has(person.role) ? LET_IN_ANSWER : row.refuses

/** Returns the person with their place relative to the subject's zone. */
function toViewer(person: Person, subject: OwnerKind): Person {
  if (subject !== 'other zone') return person
  return { ...person, place: person.place === 'in another zone' ? 'in the zone' : 'in no zone' }
}

const isInZone = ({ place }: Person) => place === 'in the zone' || place === 'PIN not entered'

it('every resource in the access table is named by a call', () => {
  expect(new Set(namingProcedures.map(it => it.row.thing?.name))).toEqual(
    new Set(Object.keys(triedResources)),
  )
})

it.for(namingProcedures)(
  '$name answers every kind of person as the access table says',
  async ({ procedure, row, ...it }) => {
    const mismatches: string[] = []
    const tryAs = async (rows: ResourceRow, subject: OwnerKind, concernedPeople: readonly Person[]) => {
      const findAnswer = (person: Person) => findExpectedOutcome(row, it.only, rows, person, subject)
      // access-in-sql.pg.test.ts proves for everybody who sees their own rows, those of the other zone and the other kinds of rows.
      const triedPeople =
        it.isFirst && rows === it.rows && subject === 'zone'
          ? concernedPeople
          : pickPeople(
              concernedPeople,
              { ...procedure, row, index: procedures.indexOf(procedure) },
              findAnswer,
            )
      for (const person of triedPeople) {
        const owner = subject === 'own' ? person.id : owners[subject]
        const targetZone = subject === 'other zone' ? world.other : world.zone
        const expectedOutcome = findAnswer(person)
        const { code } = await callAs(
          person,
          procedure,
          createInput(procedure, rows.input(owner, targetZone.id)),
        )
        if (code !== expectedOutcome)
          mismatches.push(
            `${rows.name}, ${subject}, to ${person.name}: ${code} instead of ${expectedOutcome}`,
          )
      }
    }
    const signedInPeople = people.filter(it => it.signedIn)
    const listPeopleIn = (...places: Place[]) => signedInPeople.filter(it => places.includes(it.place))
    await tryAs(it.rows, 'zone', people)
    await tryAs(it.rows, 'own', signedInPeople)
    // Everybody else is a stranger in the other zone, as people in no zone are here.
    await tryAs(it.rows, 'other zone', listPeopleIn('in another zone', 'in the zone'))
    for (const resourceRow of it.kinds) {
      await tryAs(resourceRow, 'zone', listPeopleIn('in the zone', 'PIN not entered', 'in no zone'))
      await tryAs(resourceRow, 'own', listPeopleIn('in the zone', 'PIN not entered'))
    }
    expect(mismatches).toEqual([])
  },
)

it('resources of a foreign zone, of a suspended zone and missing ones get the same answer', async () => {
  const mismatches: string[] = []
  for (const { procedure, row, rows } of namingProcedures) {
    const allowedPeople = people.filter(
      it => it.signedIn && it.place === 'in the zone' && !seesAll(it) && row.roles.has(it.role),
    )
    const index = procedures.indexOf(procedure) % allowedPeople.length
    for (const person of isLongForm ? allowedPeople : allowedPeople.slice(index, index + 1)) {
      const foreignFields = [
        rows.input(owners['other zone'], world.other.id),
        rows.input(owners['closed zone'], world.closed.id),
      ]
      const unknownFields = Object.fromEntries(
        Object.keys(foreignFields[0] ?? {}).map(key => [key, crypto.randomUUID()]),
      )
      const isHidden = row.who === 'in zone of' || !canReach(rows.seenBy, person, 'other zone')
      const responseTexts = new Set<string>()
      for (const fields of isHidden ? [...foreignFields, unknownFields] : [unknownFields]) {
        const { code, message } = await callAs(person, procedure, createInput(procedure, fields))
        responseTexts.add(`${code} ${message}`)
      }
      const [firstResponseText = ''] = responseTexts
      if (responseTexts.size > 1 || !firstResponseText.startsWith(`${row.notFound} `))
        mismatches.push(`${procedure.name} to ${person.name}: ${[...responseTexts].join(', ')}`)
    }
  }
  expect(mismatches).toEqual([])
})

it('the checks before a handler write nothing', async () => {
  const { 'public.rate_limits': _tries, ...countsNow } = await countTableRows(server.db)
  expect(countsNow).toEqual({ ...countsBefore, 'public.rate_limits': undefined })
})
