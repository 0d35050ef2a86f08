import { setImmediate } from 'node:timers/promises'
import type { ImportReference } from '@muster/contract/import-reference.ts'
import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import type { Database } from '../../db/database.ts'
import { write } from '../../live/write.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { noteImport } from '../../rpc/note-import.queries.ts'
import { writeZone, type ZoneForm } from './create-zone.ts'
import { addProblemText } from './require-shape.ts'
import { requireZoneCapacity, type ZoneLimits } from './zone-capacity.ts'
import type { ZoneRow } from './zones.queries.ts'

type ZoneResult = {
  requestId: string
  zoneId: string | null
  pending: boolean
  problems: ReturnType<typeof addProblemText>[]
}

/** Invalid shapes are returned with their problems. Throws REQUEST_ID_TAKEN, ZONES_FULL, `organisationRefusals`, creating none. */
export async function createZones(
  db: Pick<Database, 'asOwner' | 'asActor'>,
  actor: SignedInActor,
  limits: ZoneLimits,
  forms: readonly ZoneForm[],
  {
    import: importReference,
    ...sharedFields
  }: Pick<ZoneForm, 'organisationId' | 'note'> & { readonly import?: ImportReference | undefined } = {},
): Promise<ZoneResult[]> {
  const problemsByForm = new Map<ZoneForm, ShapeProblem[]>()
  for (const form of forms) {
    // Validating a shape with thousands of points takes a while; let other requests run in between.
    await setImmediate()
    const verdict = validateShape(form.shape)
    if (!verdict.ok) problemsByForm.set(form, verdict.problems)
  }
  const validForms = forms.filter(form => !problemsByForm.has(form))
  await requireZoneCapacity(
    db,
    limits,
    actor.userId,
    validForms.map(it => it.requestId),
  )
  const createdZoneByForm = await db.asActor(actor, tx =>
    write(tx, async writeContext => {
      const zoneByForm = new Map<ZoneForm, ZoneRow>()
      for (const form of validForms)
        zoneByForm.set(form, await writeZone(writeContext, { ...form, ...sharedFields }))
      if (importReference)
        await noteImport(tx, importReference, {
          kind: 'zones',
          organisationId: sharedFields.organisationId,
          createdIds: [...zoneByForm.values()].map(({ id }) => id),
          changed: 0,
        })
      return zoneByForm
    }),
  )
  return forms.map(form => ({
    requestId: form.requestId,
    zoneId: createdZoneByForm.get(form)?.id ?? null,
    pending: createdZoneByForm.get(form)?.status === 'pending',
    problems: (problemsByForm.get(form) ?? []).map(addProblemText),
  }))
}
