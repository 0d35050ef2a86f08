import { finished } from 'node:stream/promises'
import { id } from '@muster/contract/ids.ts'
import { fittingName } from '@muster/domain/attachment.ts'
import { limits } from '@muster/domain/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { actorOf, onlySignedIn } from '../../doors/signed-in-door.ts'
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import type { Files } from '../../lib/files.ts'
import { type ZipEntry, zipOf } from '../../lib/zip.ts'
import { inZoneWith } from '../../rpc/access.ts'
import { enterZoneOf } from '../../rpc/calling.ts'
import type { RequestContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import type { Sessions } from '../../rpc/sessions.ts'
import { isVisibleFile } from '../files/index.ts'
import { listForZip, type ZippedRow } from './selection.queries.ts'

const LOST_FILES = 'LOST FILES.txt'

const chosen = z.strictObject({
  zoneId: id,
  folders: z.array(id).max(limits.selectionMost).default([]),
  documents: z.array(id).max(limits.selectionMost).default([]),
})

type Deps = {
  readonly files: Pick<Files, 'open'>
  readonly sessions: Pick<Sessions, 'resolve'>
  readonly contextOf: (request: FastifyRequest) => RequestContext
}

/**
 * `POST /download/documents`: the chosen folders and files as one archive, made while it is sent. Whether the person may still read a file
 * is asked again when its turn comes: what ends meanwhile ends the archive. A person has two at once; a third is refused
 * (TOO_MANY_REQUESTS).
 */
export function registerZipDoor(app: FastifyInstance, { files, sessions, contextOf }: Deps): void {
  const ofPerson = createConcurrencyLimit({
    running: 2,
    waiting: 0,
    full: () => fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + 10_000).toISOString() }),
  })
  app.register(async door => {
    door.addHook('onRequest', onlySignedIn(sessions))
    door.post('/download/documents', { bodyLimit: 64 * 1024 }, async (request, reply) => {
      const asked = chosen.safeParse(request.body)
      if (!asked.success) throw fail('NOT_FOUND')
      const actor = actorOf(request)
      return ofPerson.run(actor.userId, async () => {
        const archive = await readArchive(request, asked.data)
        reply
          .header('content-type', 'application/zip')
          .header('content-disposition', 'attachment; filename="files.zip"')
          .header('cache-control', 'no-store')
          .send(archive)
        // It counts until the last byte is sent. An archive that breaks off ends the answer, which is all there is to do.
        await finished(archive).catch(() => undefined)
        return reply
      })
    })
  })

  async function readArchive(request: FastifyRequest, selection: z.infer<typeof chosen>) {
    const actor = actorOf(request)
    const { db } = contextOf(request)
    const rows = await db.asActor(actor, async tx => {
      await enterZoneOf(tx, inZoneWith('view_files'), actor, selection.zoneId)
      return listForZip(tx, selection)
    })
    const kept = rows.flatMap(row => (row.path === null ? [] : [{ ...row, path: row.path }]))
    if (kept.length === 0) throw fail('DOCUMENT_NOT_FOUND')
    const lost = rows.filter(row => row.path === null)
    const size = kept.reduce((all, { file_size }) => all + file_size, 0)
    if (rows.length > limits.zipFilesMost || size > limits.zipMaxBytes) throw fail('FILE_TOO_LARGE')
    return zipOf(
      entriesOf(kept, lost, async path => {
        const mayRead = await db.asActor(actor, tx => isVisibleFile(tx, path))
        const file = mayRead ? await files.open(path) : null
        if (!file) throw fail('DOCUMENT_NOT_FOUND')
        return file.read()
      }),
      new Date(),
    )
  }
}

/** One entry per file, numbered where two have one name in one folder, and a list of the files that were lost. */
function entriesOf(
  kept: readonly (ZippedRow & { path: string })[],
  lost: readonly ZippedRow[],
  open: (path: string) => Promise<AsyncIterable<Buffer>>,
): ZipEntry[] {
  const names = lost.map(({ folders, file_name }) => [...folders, file_name].map(safePart).join('/'))
  const list: ZipEntry = {
    path: LOST_FILES,
    async *read() {
      yield `These files were lost, so they are not in this archive:\r\n\r\n${names.join('\r\n')}\r\n`
    },
  }
  const taken = new Set(lost.length > 0 ? [LOST_FILES.toLowerCase()] : [])
  const entries = kept.map(({ path, folders, file_name }) => {
    const parts = [...folders, fittingName(file_name, path)].map(safePart)
    let name = parts.join('/')
    for (let number = 2; taken.has(name.toLowerCase()); number++)
      name = [...parts.slice(0, -1), `${number} ${parts.at(-1)}`].join('/')
    taken.add(name.toLowerCase())
    return {
      path: name,
      async *read() {
        yield* await open(path)
      },
    }
  })
  return lost.length > 0 ? [list, ...entries] : entries
}

/** A name that leads nowhere else when the archive is unpacked. */
const safePart = (name: string) => {
  const plain = name
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^\.+/, '_')
    .trim()
  return plain === '' ? '_' : plain
}
