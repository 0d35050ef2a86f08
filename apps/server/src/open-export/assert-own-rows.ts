import type pg from 'pg'
import { PortableError } from '../backup/portable-error.ts'
import { listOrganisationFiles } from './export-files.ts'
import type { ImportStore } from './import-files.ts'
import { isPerson, PEOPLE, type ScopedTable, toMembership } from './organisation-scope.ts'
import { quoteName } from './row-form.ts'

/**
 * Whoever writes the manifest can write rows of others. `countRows`: rows in the export; the people's `member` says that the account
 * is new. Throws PortableError.
 */
export async function assertOwnRows(
  client: pg.ClientBase,
  scopes: readonly ScopedTable[],
  countRows: (table: string) => number,
): Promise<void> {
  const conditions = new Map(
    scopes.filter(it => !isPerson(it.table.name)).map(it => [it.table.name, it.where]),
  )
  for (const { table, where, people, overrides } of scopes) {
    // Accounts that are linked stay as they are.
    const references = isPerson(table.name)
      ? []
      : [
          ...people
            .filter(name => !overrides.has(name))
            .map(name => `it.${quoteName(name)} not in (select id from ${PEOPLE})`),
          ...[...overrides].map(([name, value]) => `it.${quoteName(name)} is distinct from (${value})`),
          ...table.foreignKeys.flatMap(key => {
            const condition = conditions.get(key.table)
            return condition ? [`not ${toMembership(key.columns, key.table, key.references, condition)}`] : []
          }),
        ]
    const { rows } = await client.query<{ own: string; astray: string }>(
      `select count(*) as own, count(*) filter (where ${references.join(' or ') || 'false'}) as astray
       from ${table.name} it where ${where}`,
    )
    if (Number(rows[0]?.own) !== countRows(table.name) || Number(rows[0]?.astray) > 0)
      throw new PortableError(
        `The table ${table.name} of the export has rows that reach beyond the organisation: nothing was imported.`,
      )
  }
}

/** Refuses rows that name a file which is in the store, but not in the export (`paths`), and so is somebody else's. */
export async function assertOwnFiles(
  client: pg.Client,
  { files }: ImportStore,
  scopes: readonly ScopedTable[],
  paths: ReadonlySet<string>,
): Promise<void> {
  const parts = scopes.map(({ table, where }) => ({
    table,
    where: isPerson(table.name) ? `it.id in (select id from ${PEOPLE} where member)` : where,
  }))
  for await (const path of listOrganisationFiles(client, parts))
    if (!paths.has(path) && (await files.open(path)))
      throw new PortableError(
        `The export names the file ${path} without having it, and it is here already: nothing was imported.`,
      )
}
