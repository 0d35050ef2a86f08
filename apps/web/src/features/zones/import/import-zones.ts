import { t } from '@lingui/core/macro'
import { maxZonesAtOnce } from '@muster/contract/zone-files.ts'
import type { ShapeProblem } from '@muster/domain/geo/shape-problem.ts'
import type { ZoneFeatureRead } from '@muster/domain/read-geo-json.ts'
import { v7 as uuidV7 } from 'uuid'
import type { Api } from '../../../lib/api.ts'
import { toWireShape } from '../drawing/wire-shape.ts'

/** A zone from a file in wire format. It keeps its request id, so that a retry does not create a second zone. */
export type ZoneToImport = {
  readonly requestId: string
  readonly name: string
  readonly description: string
  readonly maxCapacity: null
  readonly shape: ReturnType<typeof toWireShape>
}

export type ImportResult = {
  readonly created: number
  /** True if the zones need approval. */
  readonly pending: boolean
  readonly refused: { requestId: string; name: string; problems: readonly ShapeProblem[] }[]
}

/** Maximum characters per batch, well below the maximum size of a request. */
const maxShapeCharacters = 400_000

const zoneTitle = (number: number) => t`Zone ${number}`

export const toZoneToImport = ({ name, description, shape, index }: ZoneFeatureRead): ZoneToImport => ({
  requestId: uuidV7(),
  name: (name.trim() || zoneTitle(index + 1)).slice(0, 120),
  description: (description ?? '').slice(0, 2_000),
  maxCapacity: null,
  shape: toWireShape(shape),
})

/** Splits the zones, in order, into batches that each fit into a request. */
export function toBatches(zones: readonly ZoneToImport[]): ZoneToImport[][] {
  const batches: ZoneToImport[][] = []
  let remainingCharacters = 0
  for (const zone of zones) {
    const size = JSON.stringify(zone.shape).length
    const lastBatch = batches.at(-1)
    if (lastBatch && lastBatch.length < maxZonesAtOnce && size <= remainingCharacters) {
      lastBatch.push(zone)
      remainingCharacters -= size
    } else {
      batches.push([zone])
      remainingCharacters = maxShapeCharacters - size
    }
  }
  return batches
}

/**
 * Creates the zones batch by batch, and calls `onProgress` after each. Returns how many were created, whether they need approval,
 * and which ones the server refused. Rejects at the first batch that fails; zones already created stay, and a retry does not create
 * them again.
 */
export async function importZones(
  create: Api['zones']['createMany'],
  zones: readonly ZoneToImport[],
  onProgress: (done: number) => void,
): Promise<ImportResult> {
  const refusedZones: ImportResult['refused'] = []
  let doneCount = 0
  let isPending = false
  for (const batch of toBatches(zones)) {
    const { results } = await create({ zones: batch })
    for (const { requestId, problems, ...zone } of results) {
      isPending ||= zone.pending
      const name = batch.find(zone => zone.requestId === requestId)?.name ?? ''
      if (problems.length > 0) refusedZones.push({ requestId, name, problems })
    }
    doneCount += batch.length
    onProgress(doneCount)
  }
  return { created: doneCount - refusedZones.length, pending: isPending, refused: refusedZones }
}
