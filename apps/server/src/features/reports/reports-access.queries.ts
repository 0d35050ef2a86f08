import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { ReportWish } from './make-report.ts'

/** Whether the group and the person of a wish, where it names them, are of its zone, and there for the actor. */
export async function isAboutZone(
  tx: Tx,
  actorId: string,
  { zoneId, groupId, userId }: Pick<ReportWish, 'zoneId' | 'groupId' | 'userId'>,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select (${groupId}::uuid is null or exists (select from groups
        where id = ${groupId}::uuid and (${zoneId}::uuid is null or zone_id = ${zoneId}::uuid)))
      and (${userId}::uuid is null or ${userId}::uuid = ${actorId}::uuid or exists (select from zone_assignments
        where user_id = ${userId}::uuid and (${zoneId}::uuid is null or zone_id = ${zoneId}::uuid))) as found`.execute(
    tx,
  )
  return rows[0]?.found ?? false
}
