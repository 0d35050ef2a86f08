import type pg from 'pg'

export type CatalogueColumn = {
  readonly name: string
  /** The type as SQL writes it, for example `timestamp with time zone` or `uuid[]`. */
  readonly type: string
  readonly isNullable: boolean
  readonly comment: string | null
  /** The texts that a check constraint allows; null if there is none. */
  readonly options: readonly string[] | null
}

export type ForeignKey = {
  readonly columns: readonly string[]
  readonly table: string
  readonly references: readonly string[]
  /** What happens to the row when the row it refers to is deleted. */
  readonly onDelete: 'removed' | 'nameless' | 'refused'
}

/** A table with the columns that have values of their own. Its name includes the schema, for example `public.zones`. */
export type CatalogueTable = {
  readonly name: string
  readonly comment: string | null
  readonly columns: readonly CatalogueColumn[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly ForeignKey[]
}
export type Catalogue = ReadonlyMap<string, CatalogueTable>

/** Reads the tables in the schemas `public` and `auth`, sorted by name. Partitions count as their table. */
export async function readCatalogue(client: Pick<pg.ClientBase, 'query'>): Promise<Catalogue> {
  const { rows } = await client.query<CatalogueTable>(`
    with named as (
      select c.oid, format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e'))
    select t.name, obj_description(t.oid, 'pg_class') as comment,
      (select json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, null), 'isNullable', not a.attnotnull,
          'comment', col_description(t.oid, a.attnum),
          'options', (select json_agg(part[1]) from (
            select regexp_matches(substring(pg_get_constraintdef(k.oid) from '= ANY \\(ARRAY\\[(.*)\\]'), '''((?:[^'']|'''')*)''::text', 'g') as part
            from pg_constraint k where k.contype = 'c' and k.conrelid = t.oid and k.conkey = array[a.attnum]
              and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[[^]]*\\]\\)\\)\\)$') parts)
        ) order by a.attnum)
        from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(a.attname order by k.place) from pg_constraint p, unnest(p.conkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attnum = k.attnum
        where p.contype = 'p' and p.conrelid = t.oid and a.attrelid = t.oid), '[]') as "primaryKey",
      coalesce((select json_agg(json_build_object(
          'table', (select other.name from named other where other.oid = f.confrelid),
          'onDelete', case f.confdeltype when 'c' then 'removed' when 'n' then 'nameless' else 'refused' end,
          'columns', (select json_agg(a.attname order by k.place) from unnest(f.conkey) with ordinality as k (attnum, place)
            join pg_attribute a on a.attnum = k.attnum where a.attrelid = f.conrelid),
          'references', (select json_agg(a.attname order by k.place) from unnest(f.confkey) with ordinality as k (attnum, place)
            join pg_attribute a on a.attnum = k.attnum where a.attrelid = f.confrelid)
        ) order by f.conname)
        from pg_constraint f where f.contype = 'f' and f.conrelid = t.oid), '[]') as "foreignKeys"
    from named t order by 1`)
  return new Map(rows.map(table => [table.name, table]))
}

/** The name of a table in the export: `zones` for `public.zones`, but `auth.users`. */
export const toShortName = (name: string) => name.replace(/^public\./, '')
