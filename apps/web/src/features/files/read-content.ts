import { fetchFile } from './save-file.ts'
import type { RenewableLinks } from './use-file-links.ts'

/** Reads the copy of a file on this device; undefined if there is none. */
export type ReadCopy = () => Promise<Blob | undefined>

/** Reads a file or, if it cannot be fetched, its copy on this device. Rejects as `fetchFile` does. */
export async function readContent(
  fileLinks: RenewableLinks,
  readCopy?: ReadCopy,
): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await fetchFile(fileLinks)
    .then(response => response.blob())
    .catch(async problem => {
      const savedCopy = await readCopy?.()
      if (!savedCopy) throw problem
      return savedCopy
    })
  return new Uint8Array(await blob.arrayBuffer())
}
