import { setImmediate } from 'node:timers/promises'
import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import type { Database } from '../../db/database.ts'
import { write } from '../../live/write.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { writeZone, type ZoneForm } from './create-zone.ts'
import { withText } from './require-shape.ts'
import { type MostZones, requireZoneCapacity } from './zone-capacity.ts'
import type { ZoneRow } from './zones.queries.ts'

type Result = {
  requestId: string
  zoneId: string | null
  pending: boolean
  problems: ReturnType<typeof withText>[]
}

/**
 * Creates several zones in one transaction, each like `createZone`. Returns the problems of invalid shapes and creates the other
 * zones. Throws REQUEST_ID_TAKEN, ZONES_FULL and the errors in `organisationRefusals`, and then creates none.
 */
export async function createZones(
  db: Pick<Database, 'asOwner' | 'asActor'>,
  actor: SignedInActor,
  limits: MostZones,
  forms: readonly ZoneForm[],
  ofAll: Pick<ZoneForm, 'organisationId' | 'note'> = {},
): Promise<Result[]> {
  const problems = new Map<ZoneForm, ShapeProblem[]>()
  for (const form of forms) {
    // Validating a shape with thousands of points takes a while; let other requests run in between.
    await setImmediate()
    const verdict = validateShape(form.shape)
    if (!verdict.ok) problems.set(form, verdict.problems)
  }
  const good = forms.filter(form => !problems.has(form))
  await requireZoneCapacity(
    db,
    limits,
    actor.userId,
    good.map(it => it.requestId),
  )
  const zones = await db.asActor(actor, tx =>
    write(tx, async its => {
      const zoneByForm = new Map<ZoneForm, ZoneRow>()
      for (const form of good) zoneByForm.set(form, await writeZone(its, { ...form, ...ofAll }))
      return zoneByForm
    }),
  )
  return forms.map(form => ({
    requestId: form.requestId,
    zoneId: zones.get(form)?.id ?? null,
    pending: zones.get(form)?.status === 'pending',
    problems: (problems.get(form) ?? []).map(withText),
  }))
}
