import { randomBytes } from 'node:crypto'
import { id } from '@muster/contract/ids.ts'
import { previewPath, type TakenFiles, thumbnailPath } from '@muster/domain/attachment.ts'
import { limits } from '@muster/domain/limits.ts'
import { noChanges } from '@muster/domain/zone-permission.ts'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { actorOf, onlySignedIn } from '../../doors/signed-in-door.ts'
import type { Files } from '../../lib/files.ts'
import type { VirusScanner } from '../../lib/virus-scanner.ts'
import { type Write, write } from '../../live/write.ts'
import { type Access, inZoneWith } from '../../rpc/access.ts'
import { enterZoneOf, requireAllZones } from '../../rpc/calling.ts'
import type { ActorZone, SignedInActor, WithContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import type { RateLimit } from '../../rpc/rate-limit.ts'
import type { Sessions } from '../../rpc/sessions.ts'
import { fileName, storedName } from './file-name.ts'
import { type Kept, readUpload } from './read-upload.ts'
import { type FileRow, findUploaded, insertFile } from './stored-files.queries.ts'
import { fileView } from './stored-files.view.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a request is about to bring, at the doors that take files. */
    upload: Upload | null
  }
}

const LIMIT = limits.attachmentMaxBytes

export type UploadDeps = WithContext & {
  readonly files: Files
  readonly sessions: Pick<Sessions, 'resolve'>
  /** How many files one person may send. */
  readonly attachments: Pick<RateLimit, 'take'>
  /** Looks at every file before it is kept, where there is one. */
  readonly scanner?: VirusScanner | undefined
}

type Who = { readonly zone: ActorZone; readonly userId: string }

/** One place that takes files: where it is, who may send there, and what names the file afterwards. */
export type UploadPlace = {
  /** The address below `/upload/`. */
  readonly address: string
  /** The name of the id that follows in the address, where the file belongs to something that exists already. */
  readonly of?: string
  readonly openapi: {
    readonly operationId: string
    readonly summary: string
    /** Says who may send files and what becomes of them. */
    readonly whose: string
  }
  /** The folder of a new file. */
  readonly folderOf: (of: string | undefined) => string
  readonly permission: Access['permission']
  readonly hazardId: (of: string | undefined) => string | null
  /** Whether it also takes files that belong to no zone, from who sees all of them. */
  readonly withoutZone?: boolean
  /** Which files it takes; without it, attachments. */
  readonly takes?: TakenFiles
  /** Throws where the files have used up their quota: before the body is read. */
  readonly requireQuota?: (tx: Tx, who: Who) => Promise<void>
  /**
   * Locks the existing thing that the file belongs to until the transaction ends; answers how the file is noted there. Throws for
   * who may not send there.
   */
  readonly lock?: (its: Write, who: Who, of: string) => Promise<(path: string) => Promise<void>>
}

const query = z.object({
  zoneId: id.optional(),
  /** Made by the client: a file whose answer was lost is not kept twice. */
  requestId: id,
  name: fileName,
})

type Upload = z.infer<typeof query> & {
  readonly of: string | undefined
  /** The same file, where it came before. */
  readonly sent: FileRow | undefined
}

/**
 * `PUT /upload/<place>?requestId=&name=&zoneId=`: the file itself as the body, at most 10 MB. A door of its own because a body of bytes
 * lets the browser show progress. Who may not send there is refused on the headers, before the body is read. Answers
 * `{ attachment }`; whatever is refused leaves no file.
 */
export function registerUploadDoor(app: FastifyInstance, deps: UploadDeps, place: UploadPlace): void {
  const { files, sessions, attachments, contextOf, scanner } = deps

  async function expectUpload(request: FastifyRequest): Promise<Upload> {
    const { of, ...asked } = readAddress(request, place)
    const { userId } = actorOf(request)
    const sent = await inZoneAs(request, asked.zoneId, async (its, who) => {
      const { tx } = its
      const before = await findSent(tx, userId, { ...asked, of })
      // Anew before the file is noted: meanwhile others may send theirs.
      if (!before && of !== undefined) await place.lock?.(its, who, of)
      if (!before) await place.requireQuota?.(tx, who)
      return before
    })
    return { ...asked, of, sent }
  }

  /** Throws REQUEST_ID_TAKEN where the person has sent another file under this number. */
  async function findSent(tx: Tx, userId: string, { requestId, name, of }: Omit<Upload, 'sent'>) {
    const row = await findUploaded(tx, userId, requestId)
    const isSame = row?.name === name || row?.name === storedName(name, row?.path ?? '')
    if (row && (!isSame || row.hazard_id !== place.hazardId(of))) throw fail('REQUEST_ID_TAKEN')
    return row
  }

  /** Notes the file at its path; undefined where the same request noted another meanwhile. */
  function note(request: FastifyRequest, { of, zoneId, requestId, name }: Upload, path: string, kept: Kept) {
    return inZoneAs(request, zoneId, async (its, who) => {
      // Locked before the row that refers to it is written: two requests in the opposite order would wait for each other.
      const noteThere = of === undefined ? undefined : await place.lock?.(its, who, of)
      const row = await insertFile(its.tx, {
        requestId,
        path,
        name: storedName(name, path),
        mediaType: kept.mediaType,
        size: kept.content.length,
        hasThumbnail: kept.thumbnail !== undefined,
        uploadedBy: who.userId,
        hazardId: place.hazardId(of),
      })
      if (row) await noteThere?.(path)
      return row
    })
  }

  /** Throws FILE_INFECTED, and SERVICE_UNAVAILABLE where the scanner cannot say that it is clean. */
  async function read(request: FastifyRequest, { name }: Upload, body: unknown): Promise<Kept> {
    const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    const scanned = await scanner?.scan(content).catch(problem => {
      request.log.error({ err: problem }, 'A file could not be scanned')
      throw fail('SERVICE_UNAVAILABLE')
    })
    if (scanned === 'infected') throw fail('FILE_INFECTED')
    return readUpload(content, name, place.takes)
  }

  /** Stores the content and notes it: both, or nothing. */
  async function keep(request: FastifyRequest, upload: Upload, kept: Kept): Promise<FileRow> {
    const path = `${place.folderOf(upload.of)}${Date.now()}-${randomBytes(6).toString('hex')}.${kept.ending}`
    const contents = [{ path, content: kept.content }]
    if (kept.thumbnail) contents.push({ path: thumbnailPath(path), content: kept.thumbnail })
    const preview = previewPath(path)
    if (kept.preview && preview) contents.push({ path: preview, content: kept.preview })
    let row: FileRow | undefined
    try {
      for (const { path, content } of contents) await files.put(path, content)
      row = await note(request, upload, path, kept)
    } finally {
      if (!row)
        await Promise.all(contents.map(({ path }) => files.remove(path))).catch(problem =>
          request.log.warn({ err: problem }, 'A refused file stays'),
        )
    }
    if (row) return row
    // Sent twice at the same moment: the other one has it.
    const other = await inZoneAs(request, upload.zoneId, ({ tx }, { userId }) => findSent(tx, userId, upload))
    if (!other) throw fail('REQUEST_ID_TAKEN')
    return other
  }

  /** As the procedures do it: in the zone, with the PIN entered and the permission held. Without a zone, all zones are the actor's. */
  function inZoneAs<T>(
    request: FastifyRequest,
    zoneId: string | undefined,
    run: (its: Write, who: Who) => Promise<T>,
  ): Promise<T> {
    const actor = actorOf(request)
    return contextOf(request).db.asActor(actor, async tx => {
      const access = inZoneWith(place.permission)
      const zone = zoneId ? await enterZoneOf(tx, access, actor, zoneId) : allZonesOf(actor, access)
      return write(tx, its => run(its, { zone, userId: actor.userId }))
    })
  }

  app.register(async door => {
    door.decorateRequest('upload', null)
    door.addHook('onRequest', onlySignedIn(sessions))
    door.addHook('onRequest', async request => {
      await attachments.take(actorOf(request).userId)
      request.upload = await expectUpload(request)
    })
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    // What is thrown here goes on to the handler of the whole server.
    door.setErrorHandler((error: FastifyError) => {
      throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? fail('FILE_TOO_LARGE') : error
    })

    door.put(`/upload/${place.address}${place.of ? '/:of' : ''}`, { bodyLimit: LIMIT }, async request => {
      const { upload, body } = request
      if (!upload) throw fail('NOT_FOUND')
      const row = upload.sent ?? (await keep(request, upload, await read(request, upload, body)))
      return { attachment: fileView(row, contextOf(request).linksOf(actorOf(request))) }
    })
  })
}

/** Throws NOT_FOUND for an address that names no place, and without a zone where one is needed. */
function readAddress(
  request: FastifyRequest,
  { withoutZone }: Pick<UploadPlace, 'withoutZone'>,
): Omit<Upload, 'sent'> {
  const asked = query.safeParse(request.query)
  const of = id.optional().safeParse((request.params as { of?: string }).of)
  if (!asked.success || !of.success || (!asked.data.zoneId && !withoutZone)) throw fail('NOT_FOUND')
  return { ...asked.data, of: of.data }
}

/** Who does not work in one zone sees all of them. Throws FORBIDDEN. */
function allZonesOf(actor: SignedInActor, access: Access): ActorZone {
  requireAllZones(access, actor)
  return { id: '', status: 'active', role: actor.role, ...noChanges, invited: false }
}
