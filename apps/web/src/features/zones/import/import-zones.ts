import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { ZoneFeatureRead } from '@muster/domain/read-geo-json.ts'
import { v7 as uuidV7 } from 'uuid'
import { createGeoJsonFormat, type ImportFile, type Refused } from '../../../lib/import-file.ts'
import { toWireShape } from '../drawing/wire-shape.ts'
import { readZoneFile } from './read-zone-file.ts'

/** A zone in wire format. It keeps its request id, so that a retry does not create a second zone. */
export type ZoneToImport = {
  /** The index of the feature in the file. */
  readonly line: number
  readonly name: string
  readonly notes: readonly string[]
  readonly form: {
    readonly requestId: string
    readonly name: string
    readonly description: string
    readonly maxCapacity: null
    readonly shape: ReturnType<typeof toWireShape>
  }
}

const zoneTitle = (number: number) => t`Zone ${number}`
const featureTitle = (number: number) => t`Feature ${number}`

export function toZoneToImport({
  name: nameInFile,
  description,
  shape,
  index,
  notes,
}: ZoneFeatureRead): ZoneToImport {
  const name = (nameInFile.trim() || zoneTitle(index + 1)).slice(0, 120)
  return {
    line: index,
    name,
    notes: notes.map(note => i18n._(note)),
    form: {
      requestId: uuidV7(),
      name,
      description: (description ?? '').slice(0, 2_000),
      maxCapacity: null,
      shape: toWireShape(shape),
    },
  }
}

export async function readZonesToImport(
  file: File,
  onProgress: (part: number) => void,
): Promise<ImportFile<ZoneToImport> | Refused> {
  onProgress(0)
  const zoneFile = await readZoneFile(file, { onProgress })
  if ('code' in zoneFile) return { problem: i18n._(zoneFile.message) }
  return {
    rows: zoneFile.zones.map(toZoneToImport),
    skipped: zoneFile.refused.map(({ index, name, message, at }) => ({
      line: index,
      name: name ?? featureTitle(index + 1),
      why: i18n._(message),
      at,
    })),
    format: createGeoJsonFormat(zoneFile.features),
  }
}
