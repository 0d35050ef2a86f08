import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { startNewHistory } from '../live/epoch.ts'
import { connectPortable } from './connect-portable.ts'
import { loadDatabase } from './load-database.ts'
import {
  END,
  type Entry,
  MANIFEST,
  NOT_FILES,
  type PortableEnd,
  type PortableManifest,
  toTableFolder,
} from './portable-entries.ts'
import { PortableError } from './portable-error.ts'
import { mergeFolder, writeEntry } from './restore-files.ts'
import { unpackTar } from './tar.ts'

/** The folder in the data folder for the files of an unfinished restore. */
export const RESTORE_DRAFT = 'restore.unfinished'

export type PortableRestore = {
  /** The entries of the backup: `readPortableArchive` or `readPortableFolder`. */
  readonly entries: AsyncIterable<Entry>
  /** The address of the database to load, as its owner. */
  readonly database: string
  /** The folder that receives the files; undefined to check the backup without them. */
  readonly dataDir: string | undefined
  /** True to remove the Muster that the database already contains. */
  readonly replace: boolean
  readonly afterMigrate: (client: pg.Client) => Promise<void>
  readonly log: (line: string) => void
}

/** Into any major version. Commits once all tables and files equal the backup's figures. Throws PortableError. */
export async function restorePortableBackup(options: PortableRestore): Promise<PortableManifest> {
  const entries = peekable(options.entries)
  const draft = options.dataDir && join(options.dataDir, RESTORE_DRAFT)
  let client: pg.Client | undefined
  try {
    const manifest = await readManifest(entries)
    const target = await connectPortable(options.database, 'the target')
    client = target
    if (draft) await rm(draft, { recursive: true, force: true })
    await loadDatabase({
      ...options,
      client: target,
      contents: manifest,
      readRows: table => readParts(entries, table.name),
      async beforeCommit() {
        await receiveFiles(entries, draft)
        const { rowCount } = await target.query(
          `select from information_schema.columns where table_name = 'feed_floor' and column_name = 'history'`,
        )
        // Clients may have data newer than the backup, so they must reload everything.
        if (rowCount) await startNewHistory(target)
      },
    })
    if (draft && options.dataDir) await mergeFolder(draft, options.dataDir)
    return manifest
  } finally {
    if (draft) await rm(draft, { recursive: true, force: true })
    await client?.end()
    await entries.close()
  }
}

/** Reads the entries of a `.tar.gz`. */
export const readPortableArchive = (path: string): AsyncGenerator<Entry> => unpackTar(unzip(path))

async function* unzip(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  const gunzip = createGunzip()
  file.on('error', error => gunzip.destroy(error))
  try {
    yield* file.pipe(gunzip)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'Z_DATA_ERROR') throw new PortableError(`${path} is no portable backup, or it is damaged.`)
    if (code === 'Z_BUF_ERROR') throw new PortableError(`${path} is incomplete: it was cut off.`)
    throw error
  } finally {
    file.destroy()
    gunzip.destroy()
  }
}

export async function* readPortableFolder(folder: string): AsyncGenerator<Entry> {
  const open = async (path: string): Promise<Entry> => {
    const file = join(folder, path)
    return { path, size: (await stat(file)).size, content: createReadStream(file) }
  }
  yield open(MANIFEST)
  const { tables } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as PortableManifest
  for (const { name } of tables) {
    const parts = await readdir(join(folder, toTableFolder(name))).catch(() => [])
    for (const part of parts.sort()) yield open(`${toTableFolder(name)}${part}`)
  }
  const { files } = JSON.parse(await readFile(join(folder, END), 'utf8')) as PortableEnd
  for (const path of Object.keys(files)) yield open(`files/${path}`)
  yield open(END)
}

export async function readPortableManifest(source: AsyncIterable<Entry>): Promise<PortableManifest> {
  const entries = peekable(source)
  try {
    return await readManifest(entries)
  } finally {
    await entries.close()
  }
}

type Entries = ReturnType<typeof peekable>

function peekable(entries: AsyncIterable<Entry>) {
  const source = entries[Symbol.asyncIterator]()
  let next: Entry | undefined
  const peek = async () => {
    next ??= (await source.next()).value as Entry | undefined
    return next
  }
  return {
    peek,
    close: () => source.return?.(),
    async take(): Promise<Entry> {
      const entry = await peek()
      next = undefined
      if (!entry) throw new PortableError('The portable backup is incomplete: it was cut off.')
      return entry
    },
  }
}

async function readManifest(entries: Entries): Promise<PortableManifest> {
  const entry = await entries.take()
  const manifest: PortableManifest | undefined =
    entry.path === MANIFEST ? JSON.parse((await buffer(entry.content)).toString()) : undefined
  if (manifest?.kind !== 'portable') throw new PortableError('This is no portable backup of Muster.')
  if (manifest.format !== 1)
    throw new PortableError(
      'The backup has a format that this Muster does not know: update the program first.',
    )
  return manifest
}

async function* readParts(entries: Entries, table: string): AsyncGenerator<Buffer> {
  while ((await entries.peek())?.path.startsWith(toTableFolder(table))) yield* (await entries.take()).content
}

/** Writes the files into the draft folder and compares them with the list at the end of the backup. */
async function receiveFiles(entries: Entries, draft: string | undefined): Promise<void> {
  const hashes = new Map<string, string>()
  for (;;) {
    const entry = await entries.take()
    if (entry.path === END) {
      const { files } = JSON.parse((await buffer(entry.content)).toString()) as PortableEnd
      const other =
        Object.entries(files).find(([path, hash]) => hashes.get(path) !== hash) ??
        [...hashes].find(([path]) => !Object.hasOwn(files, path))
      if (other && draft) throw new PortableError(`The file ${other[0]} of the backup is missing or damaged.`)
      return
    }
    const path = entry.path.replace(/^files\//, '')
    if (path === entry.path)
      throw new PortableError(`The backup has an unknown entry (${path.slice(0, 80)}).`)
    // What belongs to a running server is never part of a backup that Muster made.
    if (NOT_FILES.includes(path.split('/')[0] ?? ''))
      throw new PortableError(`The backup has a file of a running server (${path.slice(0, 80)}).`)
    if (draft) hashes.set(path, await writeEntry(draft, path, entry))
    else for await (const _ of entry.content);
  }
}
