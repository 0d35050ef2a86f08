import {
  checkSize,
  type OpenedFile,
  openGeoJsonText,
  type RefusedFeature,
  type RefusedFile,
  readFeature,
  type ZoneFeatureRead,
} from '@muster/domain/read-geo-json.ts'
import { openKmlText } from '@muster/domain/read-kml.ts'
import { decodeText } from '../../../lib/decode-text.ts'
import { isZip } from '../../../lib/zip-archive.ts'
import { openKmz } from './open-kmz.ts'

export type ZoneFile = {
  zones: ZoneFeatureRead[]
  refused: RefusedFeature[]
  /** All features of the file, as GeoJSON. */
  features: readonly unknown[]
}

type Options = {
  /** Called with the progress from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** Maximum time the reader may block the main thread, in milliseconds. */
const maxBlockMs = 30

/**
 * Reads the zones from a GeoJSON, KML or KMZ file in the browser, in small steps that keep the screen responsive. Sends nothing to
 * the server. Invalid zones are rejected individually, an unreadable file as a whole.
 */
export async function readZoneFile(
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
  { onProgress, signal }: Options = {},
): Promise<ZoneFile | RefusedFile> {
  // Check the size before reading: a file of several gigabytes would exhaust the memory.
  const sizeRefusal = checkSize(file.size)
  if (sizeRefusal) return sizeRefusal
  const openedFile = await openFile(new Uint8Array(await file.arrayBuffer()))
  if ('code' in openedFile) return openedFile
  const zoneFile: ZoneFile = { zones: [], refused: [], features: openedFile.features }
  let sliceStart = performance.now()
  for (const [index, feature] of openedFile.features.entries()) {
    const featureResult = readFeature(feature, index)
    if ('code' in featureResult) zoneFile.refused.push(featureResult)
    else zoneFile.zones.push(featureResult)
    if (performance.now() - sliceStart < maxBlockMs) continue
    onProgress?.((index + 1) / openedFile.features.length)
    await new Promise(resolve => setTimeout(resolve))
    if (signal?.aborted) return zoneFile
    sliceStart = performance.now()
  }
  return zoneFile
}

/** Detects the format by content, not by file name. */
async function openFile(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedFile | RefusedFile> {
  if (isZip(bytes)) return openKmz(bytes)
  const text = decodeText(bytes)
  return looksLikeXml(text) ? openKmlText(text) : openGeoJsonText(text)
}

const looksLikeXml = (text: string) => /^\uFEFF?\s*</.test(text.slice(0, 1_000))
