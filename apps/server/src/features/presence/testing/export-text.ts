import type { PresenceExport } from '@muster/contract/presence-exports.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Database } from '../../../db/database.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { makeExport } from '../exports/make-export.ts'

/** Returns the text of a presence file exported by a member of the zone. */
export async function exportText(
  db: Database,
  { id: userId, sessionId }: TestUser,
  request: PresenceExport,
): Promise<string> {
  const actor = { userId, sessionId, role: 'app_user' } as const
  const { content } = await makeExport(
    { db, retentionDays: limits.retentionDays, timeZone: 'UTC' },
    actor,
    request,
  )
  return (await content.setEncoding('utf8').toArray()).join('')
}
