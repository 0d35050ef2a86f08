import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { connectPortable } from '../backup/connect-portable.ts'
import { loadDatabase } from '../backup/load-database.ts'
import { PortableError } from '../backup/portable-error.ts'
import { startNewHistory } from '../live/epoch.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import { type ImportStore, importFiles } from './import-files.ts'
import { insertLines } from './insert-lines.ts'
import { type OpenManifest, toTablePath } from './manifest.ts'

/** Commits once every table equals the source. `manifest` is a checked export's. Throws PortableError without a trace. */
export async function importInstallation(options: {
  readonly folder: string
  readonly manifest: OpenManifest
  /** The address of the database, as its owner. */
  readonly database: string
  readonly store: ImportStore
  readonly afterMigrate: (client: pg.Client) => Promise<void>
  readonly log: (line: string) => void
}): Promise<void> {
  const { folder, manifest } = options
  if (manifest.organisation)
    throw new PortableError(
      `The export is of the organisation ${manifest.organisation.name}: start Muster once on the new database, then import into that.`,
    )
  const client = await connectPortable(options.database, 'the target')
  let undo: (() => Promise<void>) | undefined
  let catalogue: Catalogue | undefined
  try {
    const toFullName = (name: string) => (name.includes('.') ? name : `public.${name}`)
    await loadDatabase({
      client,
      contents: {
        migrations: manifest.migrations,
        queueVersion: null,
        partitions: manifest.partitions,
        sequences: manifest.sequences,
        // The order of columns is that of `listTables`.
        tables: manifest.tables.map(({ name, columns, rows, rowHash }) => ({
          name: toFullName(name),
          columns: columns.toSorted((a, b) => (a < b ? -1 : 1)),
          rows,
          hash: rowHash ?? '',
        })),
      },
      readRows: ({ name }) => createReadStream(join(folder, toTablePath(name.replace(/^public\./, '')))),
      async insertRows({ name, columns }, lines) {
        // Read once, because the schema is complete before the first row, and reading it takes longer than inserting a small table.
        catalogue ??= await readCatalogue(client)
        const table = catalogue.get(name)
        const known = table?.columns.filter(it => columns.includes(it.name)) ?? []
        await insertLines(client, { name, columns: known }, lines)
      },
      afterMigrate: options.afterMigrate,
      async beforeCommit() {
        const imported = await importFiles(options.store, folder)
        undo = imported.undo
        const { rowCount } = await client.query(
          `select from information_schema.columns where table_name = 'feed_floor' and column_name = 'history'`,
        )
        if (rowCount) await startNewHistory(client)
      },
      log: options.log,
    })
  } catch (error) {
    await undo?.()
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
