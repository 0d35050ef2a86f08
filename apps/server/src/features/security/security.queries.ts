import { type AuditEvent, type AuditFacts, describeAudit } from '@muster/domain/audit.ts'
import type { Severity } from '@muster/domain/severity.ts'
import { v7 as uuidV7 } from 'uuid'
import type { Tx } from '../../db/database.ts'
import { many, one } from '../../db/rows.ts'

type EntryFacts = {
  /** The actor; null if nobody was signed in. A request may name only its own actor. */
  readonly actorId: string | null
  /** The person affected. An action on one's own account affects its actor. */
  readonly aboutId?: string | null | undefined
  /** Default: that of the event. */
  readonly severity?: Severity
  /** What only the text says. All other facts become the entry's metadata. */
  readonly words?: Readonly<Record<string, string>>
  readonly [fact: string]: unknown
}

/** An event logged through the API, with a type of the caller's choice. */
export type LoggedEvent = {
  readonly type: string
  readonly description: string
  readonly actorId: string | null
  readonly affectedUserId?: string | null | undefined
  readonly severity?: Severity
  readonly metadata?: Readonly<Record<string, unknown>>
}

/**
 * Appends entries to the security log with one statement of the caller's transaction; returns their ids. It takes no lock, because
 * entries are linked after the commit (link-events.ts).
 */
export const audit = <Event extends AuditEvent>(
  tx: Tx,
  event: Event,
  ...entries: readonly (EntryFacts & AuditFacts<Event>)[]
): Promise<string[]> =>
  insertEvents(
    tx,
    entries.map(facts => {
      const { type, severity: usual, description } = describeAudit(event, facts)
      const about = type.startsWith('user_action_') ? facts.actorId : null
      const { actorId, aboutId = about, severity = usual, words: _, ...metadata } = facts as EntryFacts
      return { type, description, actorId, affectedUserId: aboutId, severity, metadata }
    }),
  )

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
  const { tables } = await one(tx)<{ tables: number }>`
    select count(*) as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'auth')`
  return { tables, findings: await many(tx)<RlsFindingRow>`select * from audit_rls_compliance()` }
}
