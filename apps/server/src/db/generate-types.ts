import { fileURLToPath } from 'node:url'
import pg from 'pg'

export const generatedTypesPath = fileURLToPath(new URL('./schema.generated.ts', import.meta.url))

const tsTypes: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  bytea: 'Buffer',
  date: 'string',
  xid8: 'string',
  bool: 'boolean',
  time: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  timestamptz: 'Date',
  tsvector: 'string',
  _text: 'string[]',
  _int2: 'number[]',
  _uuid: 'string[]',
  _timestamptz: 'Date[]',
}

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  hasDefault: boolean
  always: boolean
  /** The values that a check of the column allows, if it lists them. */
  values: string | null
}

/** Returns the TypeScript source of Kysely's table types, generated from a migrated database's catalogue. */
export async function generateTypes(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Column>(`
    select case table_schema when 'public' then table_name else table_schema || '.' || table_name end as "table",
      column_name as "column", udt_name as type, is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' as "hasDefault",
      coalesce(identity_generation, is_generated) = 'ALWAYS' as "always",
      (select (regexp_match(pg_get_constraintdef(oid), '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[(''.*''::text)\\]\\)\\)\\)$'))[1]
        from pg_constraint where contype = 'c' and conkey = array[ordinal_position::int2]
          and conrelid = format('%I.%I', table_schema, table_name)::regclass
        order by 1 limit 1) as values
    from information_schema.columns
    where table_schema in ('public', 'auth') and table_name not in ('schema_migrations', 'schema_functions')
      and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)
    order by 1, ordinal_position`)
  await client.end()
  const columnsByTable = Map.groupBy(rows, row => row.table)
  const lines = [...columnsByTable].map(
    ([table, columns]) => `  '${table}': {\n${columns.map(formatColumn).join('\n')}\n  }`,
  )
  return `// Generated from the migrations by \`npm run generate\`. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Json = ColumnType<unknown, string, string>
type Time = ColumnType<Date, Date | string, Date | string>

export interface DB {
${lines.join('\n')}
}
`
}

function formatColumn({ column, type, nullable, hasDefault, always, values }: Column): string {
  const union = values?.replaceAll('::text', '').replaceAll(', ', ' | ')
  const baseType =
    union ?? (type === 'json' || type === 'jsonb' ? 'Json' : type === 'timestamptz' ? 'Time' : tsTypes[type])
  if (!baseType) throw new Error(`No TypeScript type is known for the column type ${type} of ${column}.`)
  const columnType = nullable ? `${baseType} | null` : baseType
  return `    ${column}: ${always ? `GeneratedAlways<${columnType}>` : hasDefault ? `Generated<${columnType}>` : columnType}`
}
