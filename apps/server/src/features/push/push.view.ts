import type { PushDevice } from '@muster/contract/push.ts'
import type { Actor } from '../../db/actor.ts'
import type { DeviceRow } from './push.queries.ts'

export const deviceView = (row: DeviceRow, { sessionId }: Pick<Actor, 'sessionId'>): PushDevice => ({
  id: row.id,
  userAgent: row.user_agent,
  createdAt: row.created_at.toISOString(),
  lastSentAt: row.last_sent_at?.toISOString() ?? null,
  current: row.session_id === sessionId,
})
