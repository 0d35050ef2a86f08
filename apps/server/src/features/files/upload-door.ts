import { randomBytes } from 'node:crypto'
import { id } from '@muster/contract/ids.ts'
import { type AcceptedFiles, previewPath, thumbnailPath } from '@muster/domain/attachment.ts'
import { limits } from '@muster/domain/limits.ts'
import { noChanges } from '@muster/domain/zone-permission.ts'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { requireActor, requireSession } from '../../doors/signed-in-door.ts'
import type { FileStorage } from '../../lib/file-storage.ts'
import type { VirusScanner } from '../../lib/virus-scanner.ts'
import { type WriteContext, write } from '../../live/write.ts'
import { type Access, createInZoneAccess } from '../../rpc/access.ts'
import { enterInputZone, requireAllZones } from '../../rpc/calling.ts'
import type { ActorZone, SignedInActor, WithContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import type { RateLimit } from '../../rpc/rate-limit.ts'
import type { Sessions } from '../../rpc/sessions.ts'
import { fileNameSchema, toStoredName } from './file-name.ts'
import { type ProcessedUpload, readUpload } from './read-upload.ts'
import { type FileRow, findFileByRequestId, insertFile } from './stored-files.queries.ts'
import { fileView } from './stored-files.view.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The upload that a request to an upload endpoint declares in its URL. */
    upload: Upload | null
  }
}

const MAX_BYTES = limits.attachmentMaxBytes

export type UploadDeps = WithContext & {
  readonly files: FileStorage
  readonly sessions: Pick<Sessions, 'resolve'>
  /** Rate limit on each person's uploads. */
  readonly attachments: Pick<RateLimit, 'take'>
  /** Scans every file before it is stored, if configured. */
  readonly scanner?: VirusScanner | undefined
}

type Uploader = { readonly zone: ActorZone; readonly userId: string }

/** An upload endpoint: its path, its permissions, and the item that refers to the file afterwards. */
export type UploadEndpoint = {
  /** The path below `/upload/`. */
  readonly address: string
  /** The name of the id in the path, for files that belong to an existing item. */
  readonly of?: string
  readonly openapi: {
    readonly operationId: string
    readonly summary: string
    /** Describes who may upload files and what they are for. */
    readonly whoMayUpload: string
  }
  /** Returns the folder for a new file. `of` is the id in the endpoint's path, if the file belongs to an existing item. */
  readonly toFolder: (of: string | undefined) => string
  readonly permission: Access['permission']
  readonly hazardId: (of: string | undefined) => string | null
  /** True if the endpoint also accepts files without a zone, from people who see all zones. */
  readonly withoutZone?: boolean
  /** The accepted file types; attachments by default. */
  readonly takes?: AcceptedFiles
  /** Throws if the quota is used up, before the body is read. */
  readonly requireQuota?: (tx: Tx, who: Uploader) => Promise<void>
  /** Locks the item until the transaction ends; returns the function that attaches the file. Throws if it may not be uploaded. */
  readonly lock?: (its: WriteContext, who: Uploader, of: string) => Promise<(path: string) => Promise<void>>
}

const querySchema = z.object({
  zoneId: id.optional(),
  /** Created by the client, so that a file whose response was lost is not stored twice. */
  requestId: id,
  name: fileNameSchema,
})

type Upload = z.infer<typeof querySchema> & {
  readonly of: string | undefined
  /** The existing file of a repeated request. */
  readonly sent: FileRow | undefined
}

/**
 * `PUT /upload/<address>?requestId=&name=&zoneId=`, at most 10 MB. A raw body lets the browser show progress. Refuses on the
 * headers, before the body is read.
 */
export function registerUploadDoor(app: FastifyInstance, deps: UploadDeps, endpoint: UploadEndpoint): void {
  const { files, sessions, attachments, createContext, scanner } = deps

  async function prepareUpload(request: FastifyRequest): Promise<Upload> {
    const { of, ...address } = readAddress(request, endpoint)
    const { userId } = requireActor(request)
    const existingFile = await inZoneAs(request, address.zoneId, async (its, uploader) => {
      const { tx } = its
      const existingRow = await findExistingUpload(tx, userId, { ...address, of })
      // Reject early if the item accepts no files. This is checked again before the file is recorded, because others may have
      // uploaded in the meantime.
      if (!existingRow && of !== undefined) await endpoint.lock?.(its, uploader, of)
      if (!existingRow) await endpoint.requireQuota?.(tx, uploader)
      return existingRow
    })
    return { ...address, of, sent: existingFile }
  }

  /** Finds the file of a repeated request. Throws REQUEST_ID_TAKEN if the person sent another file with this request id. */
  async function findExistingUpload(tx: Tx, userId: string, { requestId, name, of }: Omit<Upload, 'sent'>) {
    const row = await findFileByRequestId(tx, userId, requestId)
    const isSame = row?.name === name || row?.name === toStoredName(name, row?.path ?? '')
    if (row && (!isSame || row.hazard_id !== endpoint.hazardId(of))) throw fail('REQUEST_ID_TAKEN')
    return row
  }

  /** Inserts the file's row and attaches the file to its item, if any; undefined if a concurrent request inserted the row first. */
  function insertFileRow(
    request: FastifyRequest,
    { of, zoneId, requestId, name }: Upload,
    path: string,
    stored: ProcessedUpload,
  ) {
    return inZoneAs(request, zoneId, async (its, uploader) => {
      // Lock the item before writing the row that refers to it; otherwise two concurrent uploads to the item could deadlock.
      const recordOnItem = of === undefined ? undefined : await endpoint.lock?.(its, uploader, of)
      const row = await insertFile(its.tx, {
        requestId,
        path,
        name: toStoredName(name, path),
        mediaType: stored.mediaType,
        size: stored.content.length,
        hasThumbnail: stored.thumbnail !== undefined,
        uploadedBy: uploader.userId,
        hazardId: endpoint.hazardId(of),
      })
      if (row) await recordOnItem?.(path)
      return row
    })
  }

  /** Throws FILE_INFECTED, and SERVICE_UNAVAILABLE if the scanner cannot confirm that it is clean. */
  async function readContent(
    request: FastifyRequest,
    { name }: Upload,
    body: unknown,
  ): Promise<ProcessedUpload> {
    const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    const scanResult = await scanner?.scan(content).catch(problem => {
      request.log.error({ err: problem }, 'A file could not be scanned')
      throw fail('SERVICE_UNAVAILABLE')
    })
    if (scanResult === 'infected') throw fail('FILE_INFECTED')
    return readUpload(content, name, endpoint.takes)
  }

  /** Stores both the content and its row, or neither. */
  async function storeUpload(
    request: FastifyRequest,
    upload: Upload,
    stored: ProcessedUpload,
  ): Promise<FileRow> {
    const path = `${endpoint.toFolder(upload.of)}${Date.now()}-${randomBytes(6).toString('hex')}.${stored.ending}`
    const contents = [{ path, content: stored.content }]
    if (stored.thumbnail) contents.push({ path: thumbnailPath(path), content: stored.thumbnail })
    const preview = previewPath(path)
    if (stored.preview && preview) contents.push({ path: preview, content: stored.preview })
    let row: FileRow | undefined
    try {
      for (const { path, content } of contents) await files.put(path, content)
      row = await insertFileRow(request, upload, path, stored)
    } finally {
      if (!row)
        await Promise.all(contents.map(({ path }) => files.remove(path))).catch(problem =>
          request.log.warn({ err: problem }, 'A refused file stays'),
        )
    }
    if (row) return row
    // A concurrent request with the same id has inserted it.
    const concurrentRow = await inZoneAs(request, upload.zoneId, ({ tx }, { userId }) =>
      findExistingUpload(tx, userId, upload),
    )
    if (!concurrentRow) throw fail('REQUEST_ID_TAKEN')
    return concurrentRow
  }

  /** Checks PIN entry and permission as a procedure would. Without a zone, access to all zones is required. */
  function inZoneAs<T>(
    request: FastifyRequest,
    zoneId: string | undefined,
    run: (its: WriteContext, who: Uploader) => Promise<T>,
  ): Promise<T> {
    const actor = requireActor(request)
    return createContext(request).db.asActor(actor, async tx => {
      const access = createInZoneAccess(endpoint.permission)
      const zone = zoneId ? await enterInputZone(tx, access, actor, zoneId) : enterAllZones(actor, access)
      return write(tx, its => run(its, { zone, userId: actor.userId }))
    })
  }

  app.register(async door => {
    door.decorateRequest('upload', null)
    door.addHook('onRequest', requireSession(sessions))
    door.addHook('onRequest', async request => {
      await attachments.take(requireActor(request).userId)
      request.upload = await prepareUpload(request)
    })
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    // Errors thrown here reach the error handler of the whole server.
    door.setErrorHandler((error: FastifyError) => {
      throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? fail('FILE_TOO_LARGE') : error
    })

    door.put(
      `/upload/${endpoint.address}${endpoint.of ? '/:of' : ''}`,
      { bodyLimit: MAX_BYTES },
      async request => {
        const { upload, body } = request
        if (!upload) throw fail('NOT_FOUND')
        const row =
          upload.sent ?? (await storeUpload(request, upload, await readContent(request, upload, body)))
        return { attachment: fileView(row, createContext(request).createLinks(requireActor(request))) }
      },
    )
  })
}

/** Reads the query and the id in the path. Throws NOT_FOUND if they are invalid, or if a zone is required but missing. */
function readAddress(
  request: FastifyRequest,
  { withoutZone }: Pick<UploadEndpoint, 'withoutZone'>,
): Omit<Upload, 'sent'> {
  const parsed = querySchema.safeParse(request.query)
  const parsedItemId = id.optional().safeParse((request.params as { of?: string }).of)
  if (!parsed.success || !parsedItemId.success || (!parsed.data.zoneId && !withoutZone))
    throw fail('NOT_FOUND')
  return { ...parsed.data, of: parsedItemId.data }
}

/** Returns the zone context for a request without a zone. Throws FORBIDDEN for people without access to all zones. */
function enterAllZones(actor: SignedInActor, access: Access): ActorZone {
  requireAllZones(access, actor)
  return { id: '', status: 'active', role: actor.role, ...noChanges, invited: false }
}
