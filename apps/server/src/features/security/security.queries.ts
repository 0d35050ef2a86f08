import type { SecurityEventType, UserAction } from '@muster/domain/security-event.ts'
import type { Severity } from '@muster/domain/severity.ts'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { Tx } from '../../db/database.ts'

export type NewSecurityEvent = {
  readonly type: SecurityEventType
  readonly description: string
  /** The actor; null if nobody was signed in. A request may name only its own actor. */
  readonly actorId: string | null
  readonly affectedUserId?: string | null | undefined
  /** Default `info`. */
  readonly severity?: Severity
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** An event logged through the API, with a type of the caller's choice. */
export type LoggedEvent = Omit<NewSecurityEvent, 'type'> & { readonly type: string }

/**
 * Appends an event to the security log in the caller's transaction; returns the event's id. It takes no lock, because the event is
 * linked after the commit (link-events.ts).
 */
export async function appendSecurityEvent(tx: Tx, event: NewSecurityEvent): Promise<string> {
  const [id = ''] = await appendSecurityEvents(tx, [event])
  return id
}

/** Appends several events in one statement, in order. */
export const appendSecurityEvents = (tx: Tx, events: readonly NewSecurityEvent[]): Promise<string[]> =>
  insertEvents(tx, events)

/** Appends an entry sent by a person, after the policy has checked its type. Returns the event's id. */
export async function appendLoggedEvent(tx: Tx, event: LoggedEvent): Promise<string> {
  const [id = ''] = await insertEvents(tx, [event])
  return id
}

async function insertEvents(tx: Tx, events: readonly LoggedEvent[]): Promise<string[]> {
  // Do not use `returning`, because the writer may not be allowed to read the log.
  const rows = events.map(event => ({
    id: uuidV7(),
    event_type: event.type,
    description: event.description,
    actor_id: event.actorId,
    affected_user_id: event.affectedUserId ?? null,
    severity: event.severity ?? 'info',
    metadata: JSON.stringify(event.metadata ?? {}),
  }))
  await tx.insertInto('security_events').values(rows).execute()
  return rows.map(row => row.id)
}

export type RlsFindingRow = {
  schema_name: string
  table_name: string
  problem: 'rls_disabled' | 'no_policy'
}

/** Audits row-level security in the database catalogue; returns the number of tables and the findings. */
export async function readRlsAudit(tx: Tx): Promise<{ tables: number; findings: RlsFindingRow[] }> {
  const [tables, findings] = [
    await sql<{ count: number }>`select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'auth')`.execute(tx),
    await sql<RlsFindingRow>`select * from audit_rls_compliance()`.execute(tx),
  ]
  return { tables: tables.rows[0]?.count ?? 0, findings: findings.rows }
}

/** Builds the event for a person's action on their own account, of type `user_action_<action>`. */
export const createOwnActionEvent = (
  userId: string,
  action: UserAction,
  description: string,
): NewSecurityEvent => ({
  type: `user_action_${action}`,
  description,
  actorId: userId,
  affectedUserId: userId,
  severity: 'info',
  metadata: {},
})
