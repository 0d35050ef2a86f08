import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { copyOut } from '../db/copy-rows.ts'
import {
  type PortableContents,
  preparePortableSession,
  readContents,
  toColumnList,
} from './portable-contents.ts'

export type PortableSource = {
  /** The address of the database, as its owner. */
  readonly database: string
  readonly dataDir: string
  /** The bucket of the stored files, which is not part of the backup; named to the person who restores. */
  readonly bucket?: string | undefined
  /** Entries of the data folder to leave out, in addition to the database, its lock and earlier backups. */
  readonly without?: readonly string[]
}

/** A file of a portable backup. Its content must be read completely before the next entry. */
export type Entry = { readonly path: string; readonly size: number; readonly content: AsyncIterable<Buffer> }

export const MANIFEST = 'manifest.json'
/** The last entry: a backup without it was cut off. */
export const END = 'end.json'

export type PortableManifest = PortableContents & {
  readonly kind: 'portable'
  readonly format: 1
  readonly takenAt: string
  readonly serverVersion: string
  readonly bucket?: string | undefined
}
/** The stored files with the SHA-256 of each. */
export type PortableEnd = { readonly files: Readonly<Record<string, string>> }

/** Excluded entries: the embedded database, the note with its location, the lock, earlier backups and an interrupted restore. */
export const NOT_FILES = [
  'postgres',
  'postgres-location.json',
  'muster.lock',
  'backups',
  'restore.unfinished',
  'database.unfinished',
]

/** The size (bytes) of a part of a table. A tar needs the size of an entry first, so a part is buffered. */
const PART_BYTES = 4 * 1024 * 1024

/** Reads the entries of a portable backup, in order: manifest, parts of the tables at one snapshot, files, end. */
export async function* readPortableEntries(source: PortableSource): AsyncGenerator<Entry> {
  const client = new pg.Client({
    connectionString: source.database,
    application_name: 'muster-portable-backup',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await preparePortableSession(client)
    await client.query('begin isolation level repeatable read read only')
    const contents = await readContents(client)
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    const manifest: PortableManifest = {
      kind: 'portable',
      format: 1,
      takenAt: new Date().toISOString(),
      serverVersion: rows[0]?.version ?? '',
      bucket: source.bucket,
      ...contents,
    }
    yield toEntry(MANIFEST, [Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)])
    for (const table of contents.tables) yield* readTable(client, table.name, table.columns)
  } finally {
    await client.end().catch(() => undefined)
  }
  // Files come after rows, because a file without a row is harmless, but a row without its file is not.
  const files: Record<string, string> = {}
  for await (const path of listFiles(source.dataDir, [...NOT_FILES, ...(source.without ?? [])])) {
    const entry = await openFile(join(source.dataDir, path), `files/${path}`, hash => {
      files[path] = hash
    })
    if (entry) yield entry
  }
  yield toEntry(END, [Buffer.from(`${JSON.stringify({ files } satisfies PortableEnd)}\n`)])
}

export const toTableFolder = (table: string) => `tables/${table}/`

async function* readTable(
  client: pg.Client,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Entry> {
  let part: Buffer[] = []
  let bytes = 0
  let number = 0
  const take = () => {
    const entry = toEntry(`${toTableFolder(table)}${String(++number).padStart(6, '0')}.copy`, part)
    part = []
    bytes = 0
    return entry
  }
  for await (const chunk of copyOut(
    client,
    `copy (select ${toColumnList(columns)} from ${table}) to stdout`,
  )) {
    part.push(chunk)
    bytes += chunk.length
    if (bytes >= PART_BYTES) yield take()
  }
  if (bytes > 0) yield take()
}

function toEntry(path: string, chunks: readonly Buffer[]): Entry {
  async function* read() {
    yield* chunks
  }
  return { path, size: chunks.reduce((sum, it) => sum + it.length, 0), content: read() }
}

/** Lists the files below a folder, without links, as paths with `/`. Skips files that are removed meanwhile. */
async function* listFiles(folder: string, without: readonly string[]): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => undefined)
  if (!entries) return
  for await (const entry of entries) {
    if (without.includes(entry.name)) continue
    if (entry.isFile()) yield entry.name
    else if (entry.isDirectory())
      for await (const below of listFiles(join(folder, entry.name), [])) yield `${entry.name}/${below}`
  }
}

/** Opens a file with its current size, at which a log that grows meanwhile is cut. Undefined if the file is gone. */
async function openFile(
  path: string,
  name: string,
  onHash: (hash: string) => void,
): Promise<Entry | undefined> {
  const stat = await lstat(path).catch(() => undefined)
  if (!stat) return undefined
  async function* read(size: number) {
    const hash = createHash('sha256')
    if (size > 0)
      for await (const chunk of createReadStream(path, { end: size - 1 })) {
        hash.update(chunk)
        yield chunk as Buffer
      }
    onHash(hash.digest('hex'))
  }
  return { path: name, size: stat.size, content: read(stat.size) }
}
