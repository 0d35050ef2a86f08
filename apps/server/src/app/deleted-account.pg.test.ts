import { listPersonalData } from '@muster/domain/personal-data.ts'
import { beforeAll, expect, it } from 'vitest'
import { eraseReadings } from '../features/presence/retention/retention-jobs.ts'
import { testServices } from '../testing/test-services.ts'
import { insertPendingBroadcast, insertTraces } from './testing/access-table/traces.ts'
import { groupPersonColumns } from './testing/deleted-accounts-page.ts'
import { readTables } from './testing/table-facts.ts'

const muster = testServices()
let tables: Awaited<ReturnType<typeof readTables>>
let columnsByKind: ReturnType<typeof groupPersonColumns>
beforeAll(async () => {
  tables = await readTables(muster.db.pool)
  columnsByKind = groupPersonColumns(tables)
})

const queryRows = async <T>(statement: string, values: unknown[] = []) =>
  (await muster.db.pool.query(statement, values)).rows as T[]

const listColumnsByOutcome = (...outcomes: Parameters<typeof listPersonalData>[0][]) =>
  outcomes
    .flatMap(outcome => listPersonalData(outcome).flatMap(kind => columnsByKind.get(kind) ?? []))
    .toSorted()

it('every column that refers to a person has a kind of data, which says what becomes of it', () => {
  const personColumnNames = tables.flatMap(({ name: table, columns }) =>
    columns.flatMap(({ name, type }) =>
      type === 'uuid' && /^(user_id|person_id|actor_id|affected_user_id|.*_by)$/.test(name)
        ? `${table}.${name}`
        : [],
    ),
  )
  expect(listColumnsByOutcome('removed', 'nameless', 'logged')).toEqual(
    expect.arrayContaining(personColumnNames),
  )
})

it('only the security log still names a deleted person, and data that others use remains', async () => {
  const { db, make } = muster
  const zone = await make.zone()
  const [admin, host, person] = [
    await make.user({ role: 'super_admin' }),
    await make.user(),
    await make.user(),
  ]
  for (const member of [host, person]) await make.assign(member, zone, 'zone_manager_rw')
  await insertTraces(db, person, zone.id, host)
  await insertPendingBroadcast(db, person, zone.id)
  const findMentions = async () => {
    const mentionColumns = await queryRows<{ name: string; attname: string }>(
      `select c.oid::regclass::text as name, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
         and a.atttypid = 'uuid'::regtype and not a.attisdropped order by 1, 2`,
    )
    const matchingColumns = await queryRows<{ name: string }>(
      mentionColumns
        .map(
          it =>
            `select '${it.name}.${it.attname}' as name where exists (select from ${it.name} where ${it.attname} = $1)`,
        )
        .join(' union all '),
      [person.id],
    )
    return matchingColumns.map(({ name }) => name)
  }
  const tablesWithNamelessRows = [
    ...new Set(listColumnsByOutcome('nameless').map(name => name.replace(/\.\w+$/, ''))),
  ]
  const onlyNamelessTables = tablesWithNamelessRows.filter(
    table =>
      !listColumnsByOutcome('removed').some(name => name.startsWith(`${table}.`)) && table !== 'stored_files',
  )
  const countRows = () =>
    queryRows<{ name: string; rows: string }>(
      onlyNamelessTables
        .map(name => `select '${name}' as name, count(*) as rows from ${name}`)
        .join(' union all '),
    )
  const countsBefore = await countRows()
  expect((await findMentions()).length).toBeGreaterThan(40)
  await muster.call(admin).accounts.remove({ userId: person.id })
  await eraseReadings(db)
  // The test data uses the person's id as the id of their report recipient, which these columns contain.
  const reportIdColumns = ['report_recipients.id', 'report_deliveries.recipient_id']
  expect((await findMentions()).filter(name => !reportIdColumns.includes(name)).toSorted()).toEqual(
    listColumnsByOutcome('logged').toSorted(),
  )
  expect(await countRows()).toEqual(countsBefore)
  expect(countsBefore.filter(it => it.rows === '0').map(it => it.name)).toEqual([])
})
