import {
  type OpenedFile,
  openGeoJsonText,
  type RefusedFeature,
  type RefusedFile,
  readFeature,
  refusedBySize,
  type ZoneFeatureRead,
} from '@muster/domain/read-geo-json.ts'
import { openKmlText } from '@muster/domain/read-kml.ts'
import { decodeText } from '../../../lib/decode-text.ts'
import { isZip } from '../../../lib/zip-archive.ts'
import { openKmz } from './open-kmz.ts'

export type ZoneFile = { zones: ZoneFeatureRead[]; refused: RefusedFeature[] }

type Options = {
  /** Called with the progress from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** Maximum time the reader may block the main thread, in milliseconds. */
const turnMs = 30

/**
 * Reads the zones of a GeoJSON, KML or KMZ file in the browser, in small steps that keep the screen responsive. Nothing is sent.
 * Invalid zones are rejected individually, an unreadable file as a whole.
 */
export async function readZoneFile(
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
  { onProgress, signal }: Options = {},
): Promise<ZoneFile | RefusedFile> {
  // Check the size before reading: a file of several gigabytes would exhaust the memory.
  const tooLarge = refusedBySize(file.size)
  if (tooLarge) return tooLarge
  const opened = await open(new Uint8Array(await file.arrayBuffer()))
  if ('code' in opened) return opened
  const read: ZoneFile = { zones: [], refused: [] }
  let turn = performance.now()
  for (const [index, feature] of opened.features.entries()) {
    const one = readFeature(feature, index)
    if ('code' in one) read.refused.push(one)
    else read.zones.push(one)
    if (performance.now() - turn < turnMs) continue
    onProgress?.((index + 1) / opened.features.length)
    await new Promise(resolve => setTimeout(resolve))
    if (signal?.aborted) return read
    turn = performance.now()
  }
  return read
}

/** Detects the format by content, not by file name. */
async function open(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedFile | RefusedFile> {
  if (isZip(bytes)) return openKmz(bytes)
  const text = decodeText(bytes)
  return looksLikeXml(text) ? openKmlText(text) : openGeoJsonText(text)
}

const looksLikeXml = (text: string) => /^\uFEFF?\s*</.test(text.slice(0, 1_000))
