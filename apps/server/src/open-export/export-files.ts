import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { storedPaths } from '@muster/domain/attachment.ts'
import type pg from 'pg'
import { createMeter, type Measure } from '../backup/meter.ts'
import type { FileStorage } from '../lib/file-storage.ts'
import { makeFolders } from '../lib/make-folders.ts'

export type ExportedFile = { readonly path: string } & Measure

type Store = { readonly files: FileStorage; readonly folders: readonly string[] }

/** Lists them with their SHA-256. Without `paths`, all in the folders. Skips a file removed meanwhile. */
export async function copyFilesOut(
  { files, folders }: Store,
  draft: string,
  listName: string,
  paths: AsyncIterable<string> = listAll({ files, folders }),
): Promise<{ count: number; bytes: number; list: Measure }> {
  let [count, bytes] = [0, 0]
  async function* copy() {
    for await (const path of paths) {
      if (!folders.includes(path.split('/')[0] ?? '')) continue
      const file = await files.open(path)
      if (!file) continue
      const target = join(draft, 'files', path)
      await makeFolders(dirname(target))
      const meter = createMeter()
      await pipeline(file.read(), meter.stream, createWriteStream(target, { mode: 0o600 }))
      count++
      bytes += meter.result().bytes
      yield `${JSON.stringify({ path, ...meter.result() } satisfies ExportedFile)}\n`
    }
  }
  const meter = createMeter()
  await pipeline(copy, meter.stream, createWriteStream(join(draft, listName), { mode: 0o600, flush: true }))
  return { count, bytes, list: meter.result() }
}

async function* listAll({ files, folders }: Store): AsyncGenerator<string> {
  for (const folder of folders) for await (const { path } of files.list(folder)) yield path
}

/** The columns with paths of stored files, and whether the file may have a thumbnail and a preview beside it. */
const pathColumns: Readonly<Record<string, { readonly path: string; readonly thumbnail: string }>> = {
  'public.stored_files': { path: 'it.path', thumbnail: 'it.has_thumbnail' },
  'public.report_runs': { path: 'it.path', thumbnail: 'false' },
  'public.user_profiles': { path: 'it.profile_image', thumbnail: 'false' },
}
const PAGE = 1_000

type Selection = {
  readonly table: { readonly name: string }
  readonly where?: string
  readonly overrides?: ReadonlyMap<string, string>
}

/** Lists the files that exported rows name, with thumbnails and previews. */
export async function* listOrganisationFiles(
  client: pg.Client,
  parts: readonly Selection[],
): AsyncGenerator<string> {
  for (const { table, where, overrides } of parts) {
    const columns = pathColumns[table.name]
    if (!columns || !where) continue
    const path = overrides?.get(columns.path.replace('it.', '')) ?? columns.path
    await client.query(
      `declare exported_paths no scroll cursor for select ${path} as path, ${columns.thumbnail} as thumbnail from ${table.name} it where ${where}`,
    )
    for (;;) {
      const { rows } = await client.query<{ path: string | null; thumbnail: boolean }>(
        `fetch ${PAGE} from exported_paths`,
      )
      for (const row of rows) if (row.path !== null) yield* storedPaths(row.path, row.thumbnail)
      if (rows.length < PAGE) break
    }
    await client.query('close exported_paths')
  }
}
