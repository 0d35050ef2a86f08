import type { Tx } from '../../db/database.ts'
import { one } from '../../db/rows.ts'
import { createToken, hashToken } from '../../lib/secrets.ts'
import { appendEvents } from '../../live/append.ts'
import { announce } from '../../live/event-rules.ts'
import { authEvents } from './auth.events.ts'
import { endOldestSessions } from './auth.queries.ts'
import { rememberDevice } from './known-devices.queries.ts'

/** The proof of identity beyond a password alone. */
type Proof = 'second_step' | 'single_sign_on'

type SessionRequest = {
  readonly userId: string
  readonly proof: Proof
  readonly ip: string
  readonly userAgent: string
  readonly sessionDays: number
  readonly deviceToken: string | undefined
}

/** Notifies the person's other devices. Requires the owner role and a locked profile that is active. */
export async function openSession(
  tx: Tx,
  { userId, proof, ip, userAgent, sessionDays, deviceToken }: SessionRequest,
): Promise<{ token: string; deviceToken: string }> {
  const token = createToken()
  const { id: sessionId } = await one(tx)<{ id: string }>`
    insert into auth.sessions (token, user_id, expires_at, ip_address, user_agent, proof)
    values (${hashToken(token)}, ${userId}, now() + ${sessionDays} * interval '1 day', ${ip}, ${userAgent}, ${proof})
    returning id`
  const rememberedToken = await rememberDevice(tx, userId, { deviceToken, handle: hashToken(token) })
  await endOldestSessions(tx, userId)
  const startedEvent = { kind: 'session.started', userId, sessionId } as const
  await appendEvents(tx, announce(authEvents, startedEvent))
  return { token, deviceToken: rememberedToken }
}
