import type { Role } from '@muster/domain/role.ts'
import type pg from 'pg'
import type { Actor } from '../db/actor.ts'
import { hashToken } from '../lib/secrets.ts'

export type SessionRow = {
  id: string
  user_id: string
  role: Role
  email: string
  expires_at: Date
  updated_at: Date
  two_step_due: boolean
}

/** Says whether each is limited to setting up a second step. As the owner: people must be identified before they act. */
export async function findSessions(
  pool: pg.Pool,
  tokens: readonly string[],
  twoStepRequiredFrom: Date | null,
): Promise<Map<string, SessionRow>> {
  const tokenByHash = new Map(tokens.map(token => [hashToken(token), token]))
  const { rows } = await pool.query<SessionRow & { hash: string }>({
    name: 'sessions-by-token',
    text: `select s.token as hash, s.id, s.user_id, s.expires_at, s.updated_at, p.role, p.email,
        case when $2::timestamptz <= now() then owes_second_step(s) else false end as two_step_due
      from auth.sessions s join user_profiles p on p.id = s.user_id
      where s.token = any($1) and s.expires_at > now() and p.status = 'active'`,
    values: [[...tokenByHash.keys()], twoStepRequiredFrom],
  })
  return new Map(rows.map(({ hash, ...row }) => [tokenByHash.get(hash) ?? '', row]))
}

/**
 * Finds the actor of an active session by its id, if the user is active and has no second step left to set up. The id is not secret
 * and grants nothing by itself.
 */
export async function findActor(
  pool: pg.Pool,
  sessionId: string,
  twoStepRequiredFrom: Date | null,
): Promise<Actor | undefined> {
  const { rows } = await pool.query<Actor>(
    `select s.id as "sessionId", s.user_id as "userId"
     from auth.sessions s join user_profiles p on p.id = s.user_id
     where s.id = $1 and s.expires_at > now() and p.status = 'active'
       and not case when $2::timestamptz <= now() then owes_second_step(s) else false end`,
    [sessionId, twoStepRequiredFrom],
  )
  return rows[0]
}

/** Extends the session, with its PIN entries, until `expiresAt`. */
export async function renewSession(
  pool: pg.Pool,
  sessionId: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await pool.query(
    `with renewed as (update auth.sessions set expires_at = $2, updated_at = $3 where id = $1)
    update zone_entries set expires_at = $2 where session_id = $1`,
    [sessionId, expiresAt, now],
  )
}
