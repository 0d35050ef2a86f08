import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../db/database.ts'

/**
 * Ages every row and every stored file by `days`. It changes only columns of the types timestamptz and date, with triggers and
 * foreign keys off. The security log is append-only and keeps its times.
 */
export async function advanceClock(
  { pool }: Pick<Database, 'pool'>,
  folder: string,
  days: number,
): Promise<void> {
  await pool.query(`
    do $$
    declare its record;
    begin
      set local session_replication_role = replica;
      for its in
        select c.oid::regclass as name, string_agg(format('%1$I = %1$I - interval ''${days} days''', a.attname), ', ') as sets
        from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
        where n.nspname in ('public', 'auth') and c.relname <> 'security_events' and c.relkind in ('r', 'p') and not c.relispartition
          and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid in ('timestamptz'::regtype, 'date'::regtype)
        group by c.oid
      loop
        execute format('update %s set %s', its.name, its.sets);
      end loop;
    end $$`)
  const pastTime = new Date(Date.now() - days * 86_400_000)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter(it => it.isFile()))
    await utimes(join(entry.parentPath, entry.name), pastTime, pastTime)
}
