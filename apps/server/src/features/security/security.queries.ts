import type { severities } from '@muster/contract/security.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export type NewSecurityEvent = {
  readonly type: string
  readonly description: string
  /** Who did it; null when nobody was signed in. A request may only name its own actor. */
  readonly actorId: string | null
  readonly affectedUserId: string | null
  readonly severity: (typeof severities)[number]
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Appends to the security log, in the transaction of what happened; answers with the id of the event. */
export async function appendSecurityEvent(tx: Tx, event: NewSecurityEvent): Promise<string> {
  const { id } = await tx
    .insertInto('security_events')
    .values({
      event_type: event.type,
      description: event.description,
      actor_id: event.actorId,
      affected_user_id: event.affectedUserId,
      severity: event.severity,
      metadata: JSON.stringify(event.metadata),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type RlsFindingRow = {
  schema_name: string
  table_name: string
  problem: 'rls_disabled' | 'no_policy'
}

/** What the database's own catalogue says about row-level security. */
export async function readRlsAudit(tx: Tx): Promise<{ tables: number; findings: RlsFindingRow[] }> {
  const [tables, findings] = [
    await sql<{ count: number }>`select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth')`.execute(tx),
    await sql<RlsFindingRow>`select * from audit_rls_compliance()`.execute(tx),
  ]
  return { tables: tables.rows[0]?.count ?? 0, findings: findings.rows }
}
