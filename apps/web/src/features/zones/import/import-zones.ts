import { t } from '@lingui/core/macro'
import { mostZonesAtOnce } from '@muster/contract/zone-files.ts'
import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import type { ZoneFeatureRead } from '@muster/domain/read-geo-json.ts'
import { v7 as uuidV7 } from 'uuid'
import type { Api } from '../../../lib/api.ts'
import { wireShape } from '../drawing/wire-shape.ts'

/** A zone from a file in wire format. It keeps its request id, so that a retry does not create a second zone. */
export type ZoneToImport = {
  readonly requestId: string
  readonly name: string
  readonly description: string
  readonly maxCapacity: null
  readonly shape: ReturnType<typeof wireShape>
}

export type ImportResult = {
  readonly created: number
  /** True if the zones need approval. */
  readonly pending: boolean
  readonly refused: { name: string; problems: readonly ShapeProblem[] }[]
}

/** Maximum characters per batch, well below the maximum size of a request. */
const mostCharacters = 400_000

const zoneTitle = (number: number) => t`Zone ${number}`

export const toImport = ({ name, description, shape, index }: ZoneFeatureRead): ZoneToImport => ({
  requestId: uuidV7(),
  name: (name.trim() || zoneTitle(index + 1)).slice(0, 120),
  description: (description ?? '').slice(0, 2_000),
  maxCapacity: null,
  shape: wireShape(shape),
})

/** Splits the zones, in order, into batches that each fit into a request. */
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

/**
 * Creates the zones batch by batch. Rejects at the first batch that fails; zones already created stay, and a retry does not create
 * them again.
 */
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
    for (const { requestId, problems, ...zone } of results) {
      pending ||= zone.pending
      const name = batch.find(zone => zone.requestId === requestId)?.name ?? ''
      if (problems.length > 0) refused.push({ name, problems })
    }
    done += batch.length
    onProgress(done)
  }
  return { created: done - refused.length, pending, refused }
}
