import { NO_ACTOR } from '../../../db/actor.ts'
import type { Tx } from '../../../db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ResourceActor } from '../../../rpc/define-resource.ts'
import { fail } from '../../../rpc/fail.ts'
import { enterEmergency, makeMissingFile } from '../../emergencies/index.ts'
import { makeRollFile, readRollScope } from '../../presence/index.ts'
import { findActorRole, type RunRow, type VisibleScope } from './report-runs.queries.ts'

type Roll = Pick<RunRow, 'zone_id' | 'emergency_id'>

/** Returns what the actor may see in a list today, and its zone. Throws like its direct download. */
export async function requireRoll(
  tx: Tx,
  actor: ResourceActor,
  { zone_id, emergency_id }: Roll,
): Promise<{ zoneId: string | null; visibleScope: VisibleScope }> {
  if (emergency_id !== null) {
    const { emergency, visibleScope } = await enterEmergency(tx, actor, { emergencyId: emergency_id })
    return { zoneId: emergency.zone_id, visibleScope }
  }
  if (zone_id === null) throw fail('ZONE_NOT_FOUND')
  return { zoneId: zone_id, visibleScope: await readRollScope(tx, actor, zone_id) }
}

/** Checks that the actor may still see everything in the file of a list. Throws ROLL_CHANGED, and like its direct download. */
export async function requireRollFile(
  tx: Tx,
  actor: ResourceActor,
  roll: Roll & { visibleScope: VisibleScope },
): Promise<void> {
  const { visibleScope } = await requireRoll(tx, actor, roll)
  const seesAll = (visibleScope.all ?? []).length > 0
  const seesWholeFile = Object.entries(roll.visibleScope).every(
    // People who see all zones also see the people of a deleted zone.
    ([data, ids]) => (data === 'seen' && seesAll) || ids.every(id => visibleScope[data]?.includes(id)),
  )
  if (!seesWholeFile) throw fail('ROLL_CHANGED')
}

export type MakeRoll = ReturnType<typeof createMakeRoll>

/** Creates the function that makes the PDF of a list as the person who requested it sees it when it is made. */
export function createMakeRoll({ db, env }: Pick<Platform, 'db' | 'env'>) {
  return async (
    { zone_id, emergency_id, asked_by }: Roll & { asked_by: string | null },
    signal: AbortSignal,
    onProgress: (percent: number) => void,
  ) => {
    const person = { ...NO_ACTOR, userId: asked_by ?? NO_ACTOR.userId }
    const role = await db.asActor(person, findActorRole)
    if (!role) throw fail('FORBIDDEN')
    const actor = { ...person, role }
    const deps = { db, timeZone: env.TIME_ZONE, retentionDays: env.RETENTION_DAYS }
    return emergency_id === null
      ? makeRollFile(deps, actor, zone_id ?? '', signal, onProgress)
      : makeMissingFile(deps, actor, { emergencyId: emergency_id, isJob: true }, signal, onProgress)
  }
}
