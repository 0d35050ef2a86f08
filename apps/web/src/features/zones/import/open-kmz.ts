import { msg } from '@lingui/core/macro'
import { limits } from '@muster/domain/limits.ts'
import type { OpenedFile, RefusedFile } from '@muster/domain/read-geo-json.ts'
import { openKmlText } from '@muster/domain/read-kml.ts'
import { decodeText } from '../../../lib/decode-text.ts'
import {
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
export async function openKmz(bytes: Uint8Array<ArrayBuffer>): Promise<OpenedFile | RefusedFile> {
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
