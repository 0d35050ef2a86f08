import { msg } from '@lingui/core/runtime-macro'
import { id } from '@muster/contract/ids.ts'
import { toDownloadName } from '@muster/domain/attachment.ts'
import { limits } from '@muster/domain/limits.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type FileDoorDeps, registerFileDoor } from '../../doors/file-door.ts'
import type { FileStorage } from '../../lib/file-storage.ts'
import { render } from '../../lib/texts/render.ts'
import { createZip, type ZipEntry } from '../../lib/zip.ts'
import { createInZoneAccess } from '../../rpc/access.ts'
import { enterInputZone } from '../../rpc/calling.ts'
import type { RequestContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createRateLimit } from '../../rpc/rate-limit.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import type { ActiveSession } from '../../rpc/sessions.ts'
import { isVisibleFile } from '../files/index.ts'
import { listZippedFiles, maxZipFiles, type ZippedFileRow } from './selection.queries.ts'

const maxZipBytes = 1_024 * 1024 * 1024
/** Archives of a person: an archive takes a point for every 100 MB that it begins. */
const archiveLimit = { name: 'archive', points: 100, seconds: 60 * 60 }
const bytesPerPoint = 100 * 1024 * 1024

const lostFilesName = msg`LOST FILES.txt`

const selectionSchema = z.strictObject({
  zoneId: id,
  folders: z.array(id).max(limits.selectionMost).default([]),
  documents: z.array(id).max(limits.selectionMost).default([]),
})

type Deps = FileDoorDeps & { readonly files: Pick<FileStorage, 'open'> }

/** Access to each file is checked again right before it is added; if access was lost, the archive is aborted. */
export function registerZipDoor(app: FastifyInstance, { files, ...deps }: Deps): void {
  registerFileDoor(app, deps, {
    path: '/download/documents',
    bodyLimit: 64 * 1024,
    input: selectionSchema,
    createInputError: () => fail('NOT_FOUND'),
    make: async (context, selection) => ({
      name: 'files.zip',
      mediaType: 'application/zip',
      content: await readArchive(context, selection),
    }),
  })

  async function readArchive(
    { db, actor }: Pick<RequestContext, 'db'> & { readonly actor: ActiveSession },
    selection: z.infer<typeof selectionSchema>,
  ) {
    const { rows, language } = await db.asActor(actor, async tx => {
      await enterInputZone(tx, createInZoneAccess('view_files'), actor, selection.zoneId)
      return { rows: await listZippedFiles(tx, selection), language: await readOwnLanguage(tx) }
    })
    const storedFiles = rows.flatMap(row => (row.path === null ? [] : [{ ...row, path: row.path }]))
    if (storedFiles.length === 0) throw fail('DOCUMENT_NOT_FOUND')
    const missingFiles = rows.filter(row => row.path === null)
    const size = storedFiles.reduce((total, { file_size }) => total + file_size, 0)
    if (rows.length > maxZipFiles || size > maxZipBytes) throw fail('FILE_TOO_LARGE')
    const cost = Math.max(1, Math.ceil(size / bytesPerPoint))
    await createRateLimit(db.pool, archiveLimit).take(actor.userId, cost)
    return createZip(
      listEntries(storedFiles, { files: missingFiles, language }, async path => {
        const mayRead = await db.asActor(actor, tx => isVisibleFile(tx, path))
        const file = mayRead ? await files.open(path) : null
        if (!file) throw fail('DOCUMENT_NOT_FOUND')
        return file.read()
      }),
      new Date(),
    )
  }
}

/**
 * Returns one archive entry per stored file, numbered if two files in a folder have the same name. If files were lost, an
 * additional first entry lists them.
 */
function listEntries(
  storedFiles: readonly (ZippedFileRow & { path: string })[],
  missing: { readonly files: readonly ZippedFileRow[]; readonly language: string },
  openFile: (path: string) => Promise<AsyncIterable<Buffer>>,
): ZipEntry[] {
  const missingNames = missing.files.map(({ folders, file_name }) =>
    [...folders, file_name].map(toSafeSegment).join('/'),
  )
  const lostFilesPath = toSafeSegment(render(lostFilesName, missing.language))
  const lostFilesEntry: ZipEntry = {
    path: lostFilesPath,
    async *read() {
      const heading = render(msg`These files were lost, so they are not in this archive:`, missing.language)
      yield [heading, '', ...missingNames, ''].join('\r\n')
    },
  }
  const usedNames = new Set(missing.files.length > 0 ? [lostFilesPath.toLowerCase()] : [])
  const entries = storedFiles.map(({ path, folders, file_name }) => {
    const segments = [...folders, toDownloadName(file_name, path)].map(toSafeSegment)
    let name = segments.join('/')
    for (let copyNumber = 2; usedNames.has(name.toLowerCase()); copyNumber++)
      name = [...segments.slice(0, -1), `${copyNumber} ${segments.at(-1)}`].join('/')
    usedNames.add(name.toLowerCase())
    return {
      path: name,
      async *read() {
        yield* await openFile(path)
      },
    }
  })
  return missing.files.length > 0 ? [lostFilesEntry, ...entries] : entries
}

/** Returns a name that cannot cause path traversal when unpacked. */
const toSafeSegment = (name: string) => {
  const safeName = name
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^\.+/, '_')
    .trim()
  return safeName === '' ? '_' : safeName
}
