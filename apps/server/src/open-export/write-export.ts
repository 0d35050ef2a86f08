import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { connectPortable } from '../backup/connect-portable.ts'
import { createMeter, type Measure } from '../backup/meter.ts'
import { preparePortableSession, readContents } from '../backup/portable-contents.ts'
import { PortableError } from '../backup/portable-error.ts'
import { copyOut } from '../db/copy-rows.ts'
import type { FileStorage } from '../lib/file-storage.ts'
import { makeFolders } from '../lib/make-folders.ts'
import { version } from '../platform/version.ts'
import { type CatalogueColumn, type CatalogueTable, readCatalogue, toShortName } from './catalogue.ts'
import { copyFilesOut, listOrganisationFiles } from './export-files.ts'
import { leftOutOfAll } from './left-out.ts'
import {
  FILES_LIST,
  FORMAT,
  MANIFEST,
  type MeasuredLines,
  type OpenManifest,
  toSchemaPath,
  toTablePath,
} from './manifest.ts'
import { createPeopleSql, PEOPLE, scopeOrganisation } from './organisation-scope.ts'
import { countLines } from './read-lines.ts'
import { createLinesSql } from './row-form.ts'
import { createTableSchema } from './table-schema.ts'

export type ExportOptions = {
  /** The address of the database, as its owner. */
  readonly database: string
  readonly store: { readonly files: FileStorage; readonly folders: readonly string[] }
  /** The folder to write, which must be missing or empty. */
  readonly folder: string
  /** Only this organisation. */
  readonly organisationId?: string | undefined
}

/** A table to write: its columns, and for one organisation what is different from the whole table. */
type Part = {
  readonly table: CatalogueTable
  readonly columns: readonly CatalogueColumn[]
  readonly where?: string
  readonly overrides?: ReadonlyMap<string, string>
  readonly rowHash: string | null
}

/** One snapshot; Muster may run. The folder appears once complete; nothing is in memory as a whole. Throws PortableError. */
export async function writeOpenExport(options: ExportOptions): Promise<OpenManifest> {
  const { folder } = options
  await refuseUsedFolder(folder)
  const draft = `${folder}.unfinished`
  await mkdirNew(draft)
  try {
    const manifest = await writeFolder(options, draft)
    await rmdir(folder).catch(() => undefined)
    await rename(draft, folder)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw toExportError(error, folder)
  }
}

async function writeFolder(
  { database, store, organisationId }: ExportOptions,
  draft: string,
): Promise<OpenManifest> {
  const client = await connectPortable(database, 'Muster')
  try {
    await preparePortableSession(client)
    // A temporary table may be filled in a transaction that only reads, but not created.
    if (organisationId)
      await client.query(`create temporary table ${PEOPLE} (id uuid primary key, member boolean not null)`)
    await client.query('begin isolation level repeatable read read only')
    const organisation = organisationId ? await findOrganisation(client, organisationId) : null
    const contents = await readContents(client, {
      without: name => name in leftOutOfAll || name.startsWith('pgboss.') || organisation !== null,
    })
    const parts = organisation
      ? await planOrganisation(client, organisation.id)
      : await planInstallation(client, contents.tables)
    const tables: OpenManifest['tables'] = []
    await makeFolders(join(draft, 'tables'))
    await makeFolders(join(draft, 'schema'))
    for (const part of parts) tables.push(await writeTable(client, part, draft))
    const paths = organisation ? listOrganisationFiles(client, parts) : undefined
    // The files come after the rows: a file without a row is harmless, a row without its file is not.
    const files = await copyFilesOut(store, draft, FILES_LIST, paths)
    const manifest: OpenManifest = {
      kind: 'open',
      format: FORMAT,
      muster: version,
      takenAt: new Date().toISOString(),
      installation: await readInstallationId(client),
      organisation,
      schema: contents.migrations.at(-1)?.version ?? 0,
      migrations: [...contents.migrations],
      tables,
      files,
      partitions: organisation ? [] : [...contents.partitions],
      sequences: organisation ? [] : contents.sequences.filter(({ name }) => !name.startsWith('pgboss.')),
    }
    await client.query('commit')
    await noteExport(client, organisationId, tables)
    // Comes last, because a folder without it is no export.
    await writeFile(join(draft, MANIFEST), toJson(manifest), { mode: 0o600, flush: true })
    return manifest
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function findOrganisation(client: pg.Client, id: string) {
  const { rows } = await client.query<{ id: string; name: string }>(
    'select id, name from public.clients where id::text = lower($1)',
    [id],
  )
  if (!rows[0])
    throw new PortableError(`There is no organisation ${id} (${await listOrganisations(client)}).`)
  return rows[0]
}

async function listOrganisations(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string; name: string }>(
    'select id, name from public.clients order by name limit 20',
  )
  return rows.map(({ id, name }) => `${name}: ${id}`).join(', ') || 'there are none'
}

async function planInstallation(
  client: pg.Client,
  tables: readonly { name: string; columns: readonly string[]; hash: string }[],
): Promise<Part[]> {
  const catalogue = await readCatalogue(client)
  return tables.map(({ name, columns, hash }) => {
    const table = catalogue.get(name)
    if (!table) throw new PortableError(`The table ${name} is not one that Muster created.`)
    return { table, columns: table.columns.filter(it => columns.includes(it.name)), rowHash: hash }
  })
}

async function planOrganisation(client: pg.Client, organisationId: string): Promise<Part[]> {
  const scopes = scopeOrganisation(await readCatalogue(client), `'${organisationId}'::uuid`)
  for (const statement of createPeopleSql(scopes)) await client.query(statement)
  return scopes.map(scope => ({ ...scope, rowHash: null }))
}

async function writeTable(
  client: pg.Client,
  part: Part,
  draft: string,
): Promise<OpenManifest['tables'][number]> {
  const { table, columns, rowHash } = part
  const name = toShortName(table.name)
  const lines = createLinesSql({ ...part, table: table.name })
  const measured = await writeLines(copyOut(client, lines), join(draft, toTablePath(name)))
  const schema = Buffer.from(toJson(createTableSchema(table, columns)))
  await writeFile(join(draft, toSchemaPath(name)), schema, { mode: 0o600 })
  return { name, columns: columns.map(it => it.name), ...measured, rowHash, schema: measure(schema) }
}

async function writeLines(lines: Readable, path: string): Promise<MeasuredLines> {
  const meter = createMeter()
  let rows = 0
  await pipeline(
    lines,
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        rows += countLines(chunk)
        yield chunk
      }
    },
    meter.stream,
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
  return { rows, ...meter.result() }
}

/** Logs the export, because the data of many people leaves the product. */
const noteExport = (client: pg.Client, organisationId: string | undefined, tables: OpenManifest['tables']) =>
  client.query(
    `insert into public.security_events (event_type, description, severity, metadata)
     values ('data_access', 'Exported everything on the command line: open_export.', 'info', $1)`,
    [
      {
        accessType: 'open_export',
        by: 'command line',
        ...(organisationId && { organisationId }),
        people: tables.find(({ name }) => name === 'user_profiles')?.rows ?? 0,
      },
    ],
  )

export async function readInstallationId(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select value as id from public.installation_facts where fact = 'file-store'`,
  )
  return rows[0]?.id ?? null
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`
const measure = (content: Buffer): Measure => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

async function refuseUsedFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new PortableError(`${folder} is no folder that can be written (${error.code}).`)
  })
  if (names.length > 0)
    throw new PortableError(
      `The folder ${folder} is not empty (${names.slice(0, 3).join(', ')}): name a new one.`,
    )
}

async function mkdirNew(draft: string): Promise<void> {
  await makeFolders(join(draft, '..'))
  await mkdir(draft, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new PortableError(
      error.code === 'EEXIST'
        ? `${draft} is left from an export that was cut off, or one is being written: remove it first.`
        : `${draft} cannot be written (${error.code}).`,
    )
  })
}

function toExportError(error: unknown, folder: string): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new PortableError(`The disk of ${folder} is full: nothing was kept.`, { cause: error })
  if (error instanceof PortableError) return error
  return new PortableError(`The export failed: ${message?.split('\n')[0]}. Nothing was kept.`, {
    cause: error,
  })
}
