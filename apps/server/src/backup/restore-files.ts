import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolders } from '../lib/make-folders.ts'
import type { Entry } from './portable-entries.ts'
import { PortableError } from './portable-error.ts'

/** Writes an entry below a folder, readable by its owner only, and returns its SHA-256. Refuses paths that lead elsewhere. */
export async function writeEntry(folder: string, path: string, entry: Entry): Promise<string> {
  if (
    posix.normalize(path) !== path ||
    path.startsWith('/') ||
    path.split('/')[0] === '..' ||
    path.includes('\0')
  )
    throw new PortableError(`The backup has a file with a path of no data folder (${path.slice(0, 80)}).`)
  const target = join(folder, path)
  await makeFolders(dirname(target))
  const hash = createHash('sha256')
  async function* read() {
    for await (const chunk of entry.content) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.from(read()), createWriteStream(target, { mode: 0o600 }))
  return hash.digest('hex')
}

/** Moves the files of one folder into another, over those with the same name, and removes the first. */
export async function mergeFolder(from: string, to: string): Promise<void> {
  await makeFolders(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await mergeFolder(source, target)
    else
      await rename(source, target).catch(async (error: NodeJS.ErrnoException) => {
        // The stored files may be on a disk of their own.
        if (error.code !== 'EXDEV') throw error
        await copyFile(source, target)
      })
  }
  await rm(from, { recursive: true, force: true })
}
