import type pg from 'pg'
import { SCHEMAS_SQL } from './portable-contents.ts'

export type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

/** Only a superuser may suspend foreign keys, so they are removed and later created again, which checks all rows. */
export async function suspendChecks(
  client: pg.ClientBase,
  tables?: readonly string[],
): Promise<ForeignKey[]> {
  const { rows: foreignKeys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, format('%I', conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = any(${SCHEMAS_SQL})
       and ($1::text[] is null or conrelid = any($1::regclass[])) order by 1, 2`,
    [tables ?? null],
  )
  await alterTables(client, foreignKeys, ({ name }) => `drop constraint ${name}`)
  await setTriggers(client, 'disable', tables)
  return foreignKeys
}

/** Creates the foreign keys again and turns the triggers on. */
export async function resumeChecks(
  client: pg.ClientBase,
  foreignKeys: readonly ForeignKey[],
  tables?: readonly string[],
): Promise<void> {
  await setTriggers(client, 'enable', tables)
  await alterTables(client, foreignKeys, ({ name, definition }) => `add constraint ${name} ${definition}`)
}

/** Changes all foreign keys of a table with one command, because PostgreSQL reads a changed table again after each. */
async function alterTables(
  client: pg.ClientBase,
  foreignKeys: readonly ForeignKey[],
  toChange: (key: ForeignKey) => string,
): Promise<void> {
  for (const [table, keys] of Map.groupBy(foreignKeys, it => it.table))
    await client.query(`alter table ${table} ${keys.map(toChange).join(', ')}`)
}

async function setTriggers(
  client: pg.ClientBase,
  action: 'enable' | 'disable',
  tables: readonly string[] | undefined,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = tgrelid
     where not tgisinternal and tgparentid = 0 and relnamespace = any(${SCHEMAS_SQL})
       and ($1::text[] is null or c.oid = any($1::regclass[]))`,
    [tables ?? null],
  )
  await client.query(rows.map(({ name }) => `alter table ${name} ${action} trigger user`).join(';'))
}
