import { msg } from '@lingui/core/macro'
import { limits } from '@muster/domain/limits.ts'
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
import {
  isZip,
  readZipEntries,
  UnpackLimitError,
  unpackEntry,
  type ZipEntry,
  ZipError,
} from '../../../lib/zip-archive.ts'

/**
 * Opens a KMZ as Google Earth saves it: a zip archive in which `doc.kml`, or else the first `.kml`, is the document (OGC 07-147r2,
 * annex C). Skips pictures and other files. Returns a refusal for an archive that is damaged, protected, too large or without a KML
 * file.
 */
async function openKmz(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedFile | RefusedFile> {
  try {
    const document = findDocument(readZipEntries(bytes))
    if (!document)
      return { code: 'no_kml_in_kmz', message: msg`This zip archive doesn’t contain a KML file.` }
    return openKmlText(decodeText(await unpackEntry(document, limits.importMaxBytes)))
  } catch (error) {
    if (error instanceof UnpackLimitError) {
      return { code: 'too_large_file', message: msg`The KML in the file is larger than 10 MB.` }
    }
    if (!(error instanceof ZipError)) throw error
    return { code: 'not_kmz', message: msg`The file is damaged or protected and can’t be unpacked.` }
  }
}

function findDocument(entries: readonly ZipEntry[]): ZipEntry | undefined {
  // macOS adds metadata files whose names start with "._".
  const documents = entries.filter(({ name }) => /\.kml$/i.test(name) && !/(^|\/)\._/.test(name))
  return documents.find(({ name }) => name.toLowerCase() === 'doc.kml') ?? documents[0]
}

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
