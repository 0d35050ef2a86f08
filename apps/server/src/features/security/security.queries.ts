import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type RlsFindingRow = { schema_name: string; table_name: string; problem: 'rls_disabled' | 'no_policy' }

/** What the database's own catalogue says about row-level security. */
export async function readRlsAudit(tx: Tx): Promise<{ tables: number; findings: RlsFindingRow[] }> {
  const [tables, findings] = [
    await sql<{ count: number }>`select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth')`.execute(tx),
    await sql<RlsFindingRow>`select * from audit_rls_compliance()`.execute(tx),
  ]
  return { tables: tables.rows[0]?.count ?? 0, findings: findings.rows }
}
