import { randomBytes } from 'node:crypto'
import { id } from '@muster/contract/ids.ts'
import { oneLine } from '@muster/contract/texts.ts'
import { thumbnailPath } from '@muster/domain/attachment.ts'
import { limits } from '@muster/domain/limits.ts'
import { can } from '@muster/domain/permission.ts'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { actorOf, onlySignedIn } from '../../doors/signed-in-door.ts'
import type { Files } from '../../lib/files.ts'
import type { Access } from '../../rpc/access.ts'
import { enterZoneOf } from '../../rpc/calling.ts'
import type { ActorZone, RequestContext, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import type { RateLimit } from '../../rpc/rate-limit.ts'
import type { Sessions } from '../../rpc/sessions.ts'
import { readUpload } from './read-upload.ts'
import { type FileRow, findUploaded, insertFile } from './stored-files.queries.ts'
import { fileView } from './stored-files.view.ts'

const LIMIT = limits.attachmentMaxBytes

export type UploadDeps = {
  readonly files: Files
  readonly sessions: Pick<Sessions, 'resolve'>
  /** How many files one person may send. */
  readonly attachments: Pick<RateLimit, 'take'>
  readonly contextOf: (request: FastifyRequest) => RequestContext
}

type Who = { readonly zone: ActorZone; readonly userId: string }

/** One place that takes files: where it is, who may send there, and what names the file afterwards. */
export type UploadPlace = {
  /** The address below `/upload/`, with `:of` where the file belongs to something that exists already. */
  readonly address: string
  /** The folder of a new file. */
  readonly folderOf: (of: string | undefined) => string
  readonly permission: Access['permission']
  readonly hazardId: (of: string | undefined) => string | null
  /** Throws for who may not send there, before the file is looked at. */
  readonly require?: (tx: Tx, who: Who, of: string) => Promise<unknown>
  /** Notes the file, in the transaction of its row. */
  readonly attach?: (tx: Tx, who: Who, file: { of: string; path: string }) => Promise<void>
}

const query = z.object({
  zoneId: id.optional(),
  /** Made by the client: a file whose answer was lost is not kept twice. */
  requestId: id,
  name: oneLine(200).min(1),
})

/**
 * `PUT /upload/<place>?requestId=&name=&zoneId=`: the file itself as the body, at most 10 MB. A door of its own because a body of bytes
 * lets the browser show progress. Answers `{ attachment }`; whatever is refused leaves no file.
 */
export function registerUploadDoor(app: FastifyInstance, deps: UploadDeps, place: UploadPlace): void {
  const { files, sessions, attachments, contextOf } = deps
  app.register(async door => {
    door.addHook('onRequest', onlySignedIn(sessions))
    door.addHook('onRequest', async request => {
      await attachments.take(actorOf(request).userId)
    })
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    // What is thrown here goes on to the handler of the whole server.
    door.setErrorHandler((error: FastifyError) => {
      throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? fail('FILE_TOO_LARGE') : error
    })

    door.put<{ Params: { of?: string } }>(`/upload/${place.address}`, { bodyLimit: LIMIT }, async request => {
      const context = contextOf(request)
      const actor = actorOf(request)
      const asked = query.safeParse(request.query)
      const of = request.params.of
      if (!asked.success) throw fail('NOT_FOUND')
      const { zoneId, requestId, name } = asked.data
      // What exists already lies in a zone, which has to be named.
      if (of !== undefined && (zoneId === undefined || !id.safeParse(of).success)) throw fail('NOT_FOUND')
      const linkTo = context.linksOf(actor)
      const work = <T>(run: (tx: Tx, who: Who) => Promise<T>) => inZoneAs(context, actor, place, zoneId, run)

      const sent = await work(async (tx, who) => {
        const before = await findUploaded(tx, actor.userId, requestId)
        if (!before && of !== undefined) await place.require?.(tx, who, of)
        return before
      })
      if (sent) return { attachment: fileView(sent, linkTo) }
      const kept = await readUpload(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), name)
      const path = `${place.folderOf(of)}${Date.now()}-${randomBytes(6).toString('hex')}.${kept.ending}`
      const removeAll = () => Promise.all([files.remove(path), files.remove(thumbnailPath(path))])
      try {
        await files.put(path, kept.content)
        if (kept.thumbnail) await files.put(thumbnailPath(path), kept.thumbnail)
        const made = await work(async (tx, who): Promise<FileRow | undefined> => {
          const file = await insertFile(tx, {
            requestId,
            path,
            name,
            mediaType: kept.mediaType,
            size: kept.content.length,
            hasThumbnail: kept.thumbnail !== undefined,
            uploadedBy: actor.userId,
            hazardId: place.hazardId(of),
          })
          if (file && of !== undefined) await place.attach?.(tx, who, { of, path })
          return file
        })
        if (made) return { attachment: fileView(made, linkTo) }
        // Sent twice at the same moment: the other one has it.
        const other = await work(tx => findUploaded(tx, actor.userId, requestId))
        if (!other) throw fail('FILE_NOT_FOUND')
        await removeAll()
        return { attachment: fileView(other, linkTo) }
      } catch (error) {
        await removeAll().catch(problem => request.log.warn({ err: problem }, 'A refused file stays'))
        throw error
      }
    })
  })
}

/** As the procedures do it: in the zone, with the PIN entered and the permission held. Without a zone, all zones are the actor's. */
function inZoneAs<T>(
  { db }: RequestContext,
  actor: SignedInActor,
  { permission }: UploadPlace,
  zoneId: string | undefined,
  run: (tx: Tx, who: Who) => Promise<T>,
): Promise<T> {
  const access: Access = {
    who: 'in zone',
    permission,
    refuses: 'FORBIDDEN',
    pin: true,
    invited: false,
    beforeTwoStep: false,
    tries: false,
    transaction: 'actor',
  }
  return db.asActor(actor, async tx => {
    const zone = zoneId ? await enterZoneOf(tx, access, actor, zoneId) : allZonesOf(actor, permission)
    return run(tx, { zone, userId: actor.userId })
  })
}

/** Throws FORBIDDEN to who does not see all zones. */
function allZonesOf({ role }: SignedInActor, permission: UploadPlace['permission']): ActorZone {
  if (!can(role, 'view_all_zones') || (permission && !can(role, permission))) throw fail('FORBIDDEN')
  return { id: '', status: 'active', role, invited: false }
}
