import type pg from 'pg'

/** Counts the statements that change each table while `work` runs, by table and kind. */
export async function countStatements(
  client: pg.Client,
  work: () => Promise<void>,
): Promise<Record<string, number>> {
  await client.query(`
    create unlogged table counted_statements (name text not null);
    create function count_statement() returns trigger language plpgsql security definer as $$
    begin
      insert into public.counted_statements values (tg_table_name || ' ' || lower(tg_op));
      return null;
    end $$;
    do $$ declare its record; begin
      for its in select tablename from pg_tables where schemaname = 'public' and tablename <> 'counted_statements' loop
        execute format('create trigger count_statement after insert or update or delete on %I for each statement
          execute function count_statement()', its.tablename);
      end loop;
    end $$`)
  await work()
  const { rows } = await client.query<{ name: string; count: number }>(
    'select name, count(*)::int as count from counted_statements group by name order by name',
  )
  await client.query('drop function count_statement cascade; drop table counted_statements')
  return Object.fromEntries(rows.map(it => [it.name, it.count]))
}
