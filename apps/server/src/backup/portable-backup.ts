import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { makeFolders } from '../lib/make-folders.ts'
import { type PortableSource, readPortableEntries } from './portable-entries.ts'
import { packTar } from './tar.ts'

/** Streams a gzipped tar: manifest, rows as COPY text at one snapshot, data folder. Muster may run; nothing is whole in memory. */
export function streamPortableBackup(source: PortableSource): Readable {
  const gzip = createGzip({ level: 4 })
  pipeline(Readable.from(packTar(readPortableEntries(source))), gzip).catch(() => undefined)
  return gzip
}

/** Writes a portable backup to the file `target`, which appears only once it is complete. Throws PortableError. */
export async function makePortableBackup({
  target,
  ...source
}: PortableSource & { readonly target: string }): Promise<void> {
  const draft = `${target}.unfinished`
  await makeFolders(dirname(target))
  try {
    await pipeline(streamPortableBackup(source), createWriteStream(draft, { mode: 0o600, flush: true }))
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
