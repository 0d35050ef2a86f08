import type pg from 'pg'

/** For each kind of row, a statement that inserts a JSON array of them. */
const statements = {
  people: `
    with people as (
      select * from jsonb_to_recordset($1) as it (id uuid, name text, email text, sign_up jsonb, consent_version int, session jsonb)),
    users as (
      insert into auth.users (id, name, email, sign_up) select id, name, email, sign_up from people),
    sessions as (
      insert into auth.sessions (id, user_id, token, expires_at)
      select (session ->> 'id')::uuid, id, session ->> 'token', now() + interval '1 day' from people where session is not null)
    insert into consents (user_id, decision, text_version, retention_days, asked_at)
    select id, 'given', consent_version, 90, 'sign_up' from people where consent_version is not null`,
  passwords: `
    insert into auth.accounts (account_id, provider_id, user_id, password)
    select user_id, 'credential', user_id, password from jsonb_to_recordset($1) as it (user_id uuid, password text)`,
  sessions: `
    insert into auth.sessions (id, user_id, token, expires_at)
    select id, user_id, token, now() + interval '1 day' from jsonb_to_recordset($1) as it (id uuid, user_id uuid, token text)`,
  zones: `
    insert into zones (id, name, boundary, shape, start_lat, start_lng, end_lat, end_lng, status, max_capacity)
    select id, name, boundary, shape, start_lat, start_lng, end_lat, end_lng, status, max_capacity
    from jsonb_to_recordset($1) as it (id uuid, name text, boundary text, shape jsonb, start_lat float8, start_lng float8,
      end_lat float8, end_lng float8, status text, max_capacity int)`,
  assignments: `
    with assignments as (
      select * from jsonb_to_recordset($1) as it (user_id uuid, zone_id uuid, role text, assigned_by uuid, session_id uuid)),
    entries as (
      insert into zone_entries (session_id, zone_id, user_id, expires_at)
      select session_id, zone_id, user_id, now() + interval '1 day' from assignments where session_id is not null)
    insert into zone_assignments (user_id, zone_id, role, assigned_by)
    select user_id, zone_id, role, assigned_by from assignments`,
} satisfies Record<string, string>
type Kind = keyof typeof statements

/**
 * Creates a function that inserts a row. Rows asked for at the same time go into one statement, and all statements use one
 * connection after another, which plans each only once: tests insert tens of thousands of people.
 */
export function createInserter(pool: pg.Pool): (kind: Kind, row: object) => Promise<unknown> {
  let last: Promise<unknown> = Promise.resolve()
  const batches = new Map<Kind, { rows: object[]; inserted: Promise<unknown> }>()
  return (kind, row) => {
    const open = batches.get(kind)
    if (open) {
      open.rows.push(row)
      return open.inserted
    }
    const rows = [row]
    const inserted = last.then(() => {
      batches.delete(kind)
      return pool.query({ name: `insert ${kind}`, text: statements[kind], values: [JSON.stringify(rows)] })
    })
    batches.set(kind, { rows, inserted })
    last = inserted.catch(() => undefined)
    return inserted
  }
}
