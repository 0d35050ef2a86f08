import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { connectPortable } from '../backup/connect-portable.ts'
import { preparePortableSession } from '../backup/portable-contents.ts'
import { PortableError } from '../backup/portable-error.ts'
import { resumeChecks, suspendChecks } from '../backup/suspend-checks.ts'
import { assertNotRunning, lockAgainstStart } from '../backup/target-state.ts'
import { runInTransaction } from '../db/migrate-sql.ts'
import { createUuidV5 } from '../lib/uuid-v5.ts'
import { startNewHistory } from '../live/epoch.ts'
import { assertOwnFiles, assertOwnRows } from './assert-own-rows.ts'
import { readCatalogue } from './catalogue.ts'
import { type ImportStore, importFiles } from './import-files.ts'
import { insertLines } from './insert-lines.ts'
import { type OpenManifest, toTablePath } from './manifest.ts'
import { isPerson, PEOPLE, type ScopedTable, scopeOrganisation } from './organisation-scope.ts'
import { quoteName } from './row-form.ts'

/** The temporary table of the people in the export: `old_id`, and `new_id`, which is that of an account with the same address. */
const ACCOUNTS = 'imported_accounts'
/** The id of the first organisation, which is the same in every installation. */
const FIRST_ORGANISATION = '00000000-0000-4000-8000-000000000001'
/** Read from the export, but not written: the log of an installation attests only to what it witnessed itself. */
const READ_ONLY = ['public.security_events']

type Options = {
  readonly folder: string
  readonly manifest: OpenManifest
  /** The address of the database, as its owner. */
  readonly database: string
  readonly store: ImportStore
}

export type ImportedOrganisation = {
  readonly id: string
  readonly rows: number
  readonly newPeople: number
  readonly linkedPeople: number
  readonly files: number
}

/**
 * While no Muster runs, in one transaction. Links known addresses; other people get an account without a password. `manifest` is a
 * checked export's. Throws PortableError without a trace.
 */
export async function importOrganisation(options: Options): Promise<ImportedOrganisation> {
  const client = await connectPortable(options.database, 'the target')
  let undo: (() => Promise<void>) | undefined
  try {
    await preparePortableSession(client)
    await assertSameSchema(client, options.manifest)
    await lockAgainstStart(client, 'the target')
    await assertNotRunning(client, 'the target')
    let imported: ImportedOrganisation | undefined
    await runInTransaction(client, async () => {
      const loaded = await loadOrganisation(client, options)
      const files = await importFiles(options.store, options.folder)
      undo = files.undo
      imported = { ...loaded.imported, files: files.paths.size }
      await assertOwnFiles(client, options.store, loaded.scopes, files.paths)
    })
    // The rows are committed, so a failure of the statistics must not remove the files.
    await client.query('analyze').catch(() => undefined)
    if (!imported) throw new PortableError('Nothing was imported.')
    return imported
  } catch (error) {
    await undo?.()
    throw describeImportError(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function assertSameSchema(client: pg.Client, { schema, muster }: OpenManifest): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select max(version) as version from public.schema_migrations`,
  )
  const own = rows[0]?.version ?? 0
  if (schema > own)
    throw new PortableError(
      `The export has schema ${schema}, this database has ${own}: update Muster to ${muster} or newer first.`,
    )
  if (schema < own)
    throw new PortableError(
      `The export has schema ${schema}, this database has ${own}: import it with Muster ${muster} into an installation of that version, update that, and export again.`,
    )
}

async function loadOrganisation(client: pg.Client, options: Options) {
  const { folder, manifest } = options
  if (!manifest.organisation) throw new PortableError('The export is of a whole installation.')
  const catalogue = await readCatalogue(client)
  const id = chooseId(manifest)
  const scopes = scopeOrganisation(catalogue, `'${manifest.organisation.id}'::uuid`)
  assertSameTables(scopes, manifest)
  await matchAccounts(client, openTable(folder, 'auth.users'))
  const written = scopes.filter(({ table }) => !READ_ONLY.includes(table.name))
  const names = written.map(({ table }) => table.name)
  await assertNew(client, folder, id, manifest.organisation.name)
  const foreignKeys = await suspendChecks(client, names)
  for (const scope of written)
    await insertLines(
      client,
      toTarget(scope, { from: manifest.organisation.id, to: id }),
      openTable(folder, scope.table.name),
    )
  await client.query(
    `create temporary table ${PEOPLE} on commit drop as select distinct new_id as id, is_new as member from ${ACCOUNTS}`,
  )
  const rowsByTable = new Map(manifest.tables.map(it => [toFullName(it.name), it.rows]))
  const ownScopes = scopeOrganisation(catalogue, `'${id}'::uuid`).filter(it => names.includes(it.table.name))
  // Checked first, because creating the foreign keys again takes half of the time.
  await assertOwnRows(client, ownScopes, name => rowsByTable.get(name) ?? 0)
  await resumeChecks(client, foreignKeys, names)
  const { rows } = await client.query<{ added: number; linked: number }>(
    `select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as linked from ${ACCOUNTS}`,
  )
  await noteImport(client, id, manifest)
  // Clients that are open on the former state must read everything again.
  await startNewHistory(client)
  const imported = {
    id,
    rows: manifest.tables.reduce((sum, it) => sum + (names.includes(toFullName(it.name)) ? it.rows : 0), 0),
    newPeople: rows[0]?.added ?? 0,
    linkedPeople: rows[0]?.linked ?? 0,
  }
  return { imported, scopes: ownScopes }
}

const toFullName = (name: string) => (name.includes('.') ? name : `public.${name}`)
const openTable = (folder: string, name: string) =>
  createReadStream(join(folder, toTablePath(name.replace(/^public\./, ''))))

/** The first organisation of every installation has the same id, so that of another installation gets one of its own. */
function chooseId({ organisation, installation }: OpenManifest): string {
  const id = organisation?.id ?? ''
  if (id !== FIRST_ORGANISATION) return id
  return createUuidV5(id, installation ?? organisation?.name ?? '')
}

function assertSameTables(scopes: readonly ScopedTable[], { tables }: OpenManifest): void {
  const byName = new Map(tables.map(it => [toFullName(it.name), it.columns]))
  const other = scopes.find(
    ({ table, columns }) => byName.get(table.name)?.join() !== columns.map(({ name }) => name).join(),
  )
  const unknown = tables.find(({ name }) => !scopes.some(it => it.table.name === toFullName(name)))
  const name = other?.table.name ?? unknown?.name
  if (name)
    throw new PortableError(`The table ${name} of the export has other columns than that of this Muster.`)
}

/** Finds the account of each person of the export: the one with the same address, or none yet. */
async function matchAccounts(client: pg.Client, lines: AsyncIterable<Buffer>): Promise<void> {
  await client.query(
    `create temporary table ${ACCOUNTS} (old_id uuid primary key, email text not null, new_id uuid, is_new boolean) on commit drop`,
  )
  await insertLines(
    client,
    {
      name: ACCOUNTS,
      columns: ['old_id', 'email'].map(name => ({
        name,
        type: name === 'email' ? 'text' : 'uuid',
        isNullable: false,
        comment: null,
        options: null,
      })),
      values: new Map([
        ['old_id', `(line ->> 'id')::uuid`],
        ['email', `lower(line ->> 'email')`],
      ]),
    },
    lines,
  )
  await client.query(
    `update ${ACCOUNTS} a set new_id = coalesce(u.id, a.old_id), is_new = u.id is null
     from ${ACCOUNTS} it left join auth.users u on u.email = it.email where a.old_id = it.old_id`,
  )
  const { rows } = await client.query<{ email: string; other: string }>(
    `select a.email, u.email as other from ${ACCOUNTS} a join auth.users u on u.id = a.old_id where a.is_new limit 1`,
  )
  if (rows[0])
    throw new PortableError(
      `The account of ${rows[0].email} has the address ${rows[0].other} here: change one of them, so that both are the same, and export again.`,
    )
}

/** Refuses an organisation that is here already, and zones that belong to another one. */
async function assertNew(client: pg.Client, folder: string, id: string, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from public.clients where id = $1', [id])
  if (rows[0])
    throw new PortableError(
      `The organisation ${name} is here already (as ${rows[0].name}): nothing was imported.`,
    )
  await client.query('create temporary table imported_zones (id uuid, name text) on commit drop')
  await insertLines(
    client,
    {
      name: 'imported_zones',
      columns: ['id', 'name'].map(column => ({
        name: column,
        type: column === 'id' ? 'uuid' : 'text',
        isNullable: true,
        comment: null,
        options: null,
      })),
    },
    openTable(folder, 'public.zones'),
  )
  const { rows: zones } = await client.query<{ name: string }>(
    'select it.name from imported_zones it join public.zones z on z.id = it.id order by 1 limit 1',
  )
  if (zones[0]) throw new PortableError(`The zone ${zones[0].name} is here already: nothing was imported.`)
}

/** Replaces people by their accounts here, and the id of the organisation. */
function toTarget(
  { table, columns, people }: ScopedTable,
  organisation: { readonly from: string; readonly to: string },
) {
  const values = new Map<string, string>()
  for (const name of people) {
    const value = `it.${quoteName(name)}`
    const isArray = columns.find(it => it.name === name)?.type.endsWith('[]') === true
    values.set(
      name,
      isArray
        ? `array(select coalesce(a.new_id, person) from unnest(${value}) with ordinality as element (person, place)
             left join ${ACCOUNTS} a on a.old_id = person order by place)`
        : `coalesce((select a.new_id from ${ACCOUNTS} a where a.old_id = ${value}), ${value})`,
    )
  }
  const organisationColumns = [
    ...(table.name === 'public.clients' ? ['id'] : []),
    ...table.foreignKeys.filter(it => it.table === 'public.clients').flatMap(it => it.columns),
  ]
  for (const name of organisationColumns)
    values.set(
      name,
      `case when it.${quoteName(name)} = '${organisation.from}' then '${organisation.to}'::uuid else it.${quoteName(name)} end`,
    )
  // An internal role would reach beyond the organisation.
  if (table.name === 'public.user_profiles')
    values.set('role', `case when it.role in ('super_admin', 'admin') then 'app_user' else it.role end`)
  return {
    name: table.name,
    columns,
    values,
    ...(isPerson(table.name) && {
      where: `exists (select from ${ACCOUNTS} a where a.old_id = it.id and a.is_new)`,
    }),
  }
}

/** Logs the import, since the entries of the former log are not continued here. */
const noteImport = (client: pg.Client, id: string, { installation, takenAt, organisation }: OpenManifest) =>
  client.query(
    `insert into public.security_events (event_type, description, severity, metadata)
     values ('organisation_onboarded', 'An organisation was imported on the command line.', 'info', $1)`,
    [
      {
        organisationId: id,
        by: 'command line',
        takenAt,
        ...(installation && { installation }),
        ...(organisation?.id !== id && { formerId: organisation?.id }),
      },
    ],
  )

function describeImportError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const reasons: Record<string, string> = {
    23505: `a row of the table ${error.table} is here already (${error.detail ?? error.constraint})`,
    23503: `the export lacks a row that the table ${error.table} refers to (${error.detail ?? error.constraint})`,
    53100: 'the disk of the database is full',
  }
  return new PortableError(
    `Nothing was imported: ${reasons[error.code ?? ''] ?? error.message}.`.replace(/\.+$/, '.'),
    { cause: error },
  )
}
