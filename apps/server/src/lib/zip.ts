/// <reference path="./yazl.d.ts" />
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export type ZipEntry = {
  /** The path in the archive, such as `csv/visits.csv`. */
  readonly path: string
  /** Opens the content when it is the entry's turn. */
  read(): AsyncIterable<string | Buffer>
}

/** Formats that are already compressed. Deflating them again would cost time and save nothing. */
const compressedFormats =
  /\.(jpe?g|png|gif|webp|avif|heic|mp4|m4v|mov|webm|mkv|avi|mp3|m4a|aac|ogg|zip|gz|7z|rar|docx|xlsx|pptx|pdf)$/i

/**
 * One entry after the other with backpressure, so memory holds only a few chunks. A failed entry fails the archive; aborting it ends
 * the current entry.
 */
export function createZip(entries: readonly ZipEntry[], at: Date): Readable {
  const zip = new ZipFile()
  const archive = zip.outputStream
  let currentContent: Readable | undefined
  zip.on('error', error => archive.destroy(toError(error)))
  archive.once('close', () => currentContent?.destroy())
  for (const { path, read } of entries)
    zip.addReadStreamLazy(path, { mtime: at, compress: !compressedFormats.test(path) }, done => {
      const content = Readable.from(read(), { objectMode: false })
      currentContent = content
      content.once('error', error => zip.emit('error', error))
      done(null, content)
    })
  zip.end()
  return archive
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
