import { isDeepStrictEqual } from 'node:util'
import { limits } from '@muster/domain/limits.ts'
import type { WriteContext } from '../../live/write.ts'
import type { CallInput } from '../../rpc/call-input.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { listPoints, lockPoints, replacePoints } from './assembly-points.queries.ts'
import { emergenciesEvents } from './emergencies.events.ts'
import { keepNamedPoints, lockPlans } from './plans/plans.queries.ts'

type PointsChange = Omit<CallInput<'emergencies', 'setPoints'>, 'zoneId'>

/** Replaces the points, also by name in the zone's plans. Throws LIST_CHANGED if somebody else changed the expected ones. */
export async function setPoints(
  { tx, publish }: Pick<WriteContext, 'tx' | 'publish'>,
  { points, expectedNames, renamed }: PointsChange,
  { zoneId, actorId }: { readonly zoneId: string; readonly actorId: string },
): Promise<void> {
  await lockPoints(tx, zoneId)
  await lockPlans(tx, zoneId)
  const currentNames = (await listPoints(tx, zoneId, limits.assemblyPointsMost)).map(it => it.name)
  if (expectedNames && !isDeepStrictEqual(new Set(currentNames), new Set(expectedNames)))
    throw fail('LIST_CHANGED')
  await replacePoints(tx, zoneId, points)
  const planNames = await keepNamedPoints(tx, zoneId, { names: points.map(it => it.name), renamed })
  await audit(tx, 'assembly_points_changed', {
    actorId,
    zoneId,
    points,
    ...(planNames.length > 0 && { plans: planNames }),
  })
  publish(emergenciesEvents, { kind: 'assembly_points.changed', zoneId })
  if (planNames.length > 0) publish(emergenciesEvents, { kind: 'emergency_plans.changed', zoneId })
}
