import { mostZonesAtOnce } from '@muster/contract/zone-files.ts'
import type { ZoneFeatureRead } from '@muster/domain/read-geo-json.ts'
import { v7 as uuidV7 } from 'uuid'
import type { Api } from '../../../lib/api.ts'
import { wireShape } from '../drawing/wire-shape.ts'

/** A zone of a file as it is sent. The request id stays with it, so that trying again makes no second zone. */
export type ZoneToImport = {
  readonly requestId: string
  readonly name: string
  readonly description: string
  readonly maxCapacity: null
  readonly shape: ReturnType<typeof wireShape>
}

export type ImportResult = {
  readonly made: number
  /** They wait for approval. */
  readonly pending: boolean
  readonly refused: { name: string; problems: readonly { message: string }[] }[]
}

/** Well under what a request may hold. */
const mostCharacters = 400_000

export const toImport = ({ name, description, shape, index }: ZoneFeatureRead): ZoneToImport => ({
  requestId: uuidV7(),
  name: (name.trim() || `Zone ${index + 1}`).slice(0, 120),
  description: (description ?? '').slice(0, 2_000),
  maxCapacity: null,
  shape: wireShape(shape),
})

/** As many of them at once as a request holds, in their order. */
export function inBatches(zones: readonly ZoneToImport[]): ZoneToImport[][] {
  const batches: ZoneToImport[][] = []
  let left = 0
  for (const zone of zones) {
    const size = JSON.stringify(zone.shape).length
    const last = batches.at(-1)
    if (last && last.length < mostZonesAtOnce && size <= left) {
      last.push(zone)
      left -= size
    } else {
      batches.push([zone])
      left = mostCharacters - size
    }
  }
  return batches
}

/** Creates them batch by batch. Rejects at the first that does not get through: what was made before stays, and is not made again. */
export async function importZones(
  create: Api['zones']['createMany'],
  zones: readonly ZoneToImport[],
  onProgress: (done: number) => void,
): Promise<ImportResult> {
  const refused: ImportResult['refused'] = []
  let done = 0
  let pending = false
  for (const batch of inBatches(zones)) {
    const { results } = await create({ zones: batch })
    for (const { requestId, problems, ...made } of results) {
      pending ||= made.pending
      const name = batch.find(zone => zone.requestId === requestId)?.name ?? ''
      if (problems.length > 0) refused.push({ name, problems })
    }
    done += batch.length
    onProgress(done)
  }
  return { made: done - refused.length, pending, refused }
}
