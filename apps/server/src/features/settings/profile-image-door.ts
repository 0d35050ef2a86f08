import { randomBytes } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { limits } from '@muster/domain/limits.ts'
import type { FastifyError, FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requireActor, requireSession } from '../../doors/signed-in-door.ts'
import type { FileStorage } from '../../lib/file-storage.ts'
import type { RequestContext, SignedInActor, WithContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import type { RateLimit } from '../../rpc/rate-limit.ts'
import type { Sessions } from '../../rpc/sessions.ts'
import { type Crop, createProfileImage } from './profile-image.ts'
import { lockProfileImage, updateOwnProfile } from './settings.queries.ts'

const MAX_UPLOAD_BYTES = limits.profileImageMaxBytes

const fractionSchema = z.coerce.number().min(0).max(1)
const cropQuerySchema = z.object({
  x: fractionSchema,
  y: fractionSchema,
  side: fractionSchema.refine(side => side > 0),
})

type Deps = WithContext & {
  readonly files: FileStorage
  readonly sessions: Pick<Sessions, 'resolve'>
  /** Limits how many pictures each person may upload. */
  readonly uploads: Pick<RateLimit, 'take'>
  readonly now?: () => number
}

/**
 * `PUT /upload/profile-image`: at most 5 MB; the square as `x`, `y`, `side` fractions. A raw body lets the browser show progress. A
 * rejected picture leaves no file.
 */
export function registerProfileImageRoute(
  app: FastifyInstance,
  { files, sessions, uploads, createContext, now = Date.now }: Deps,
): void {
  app.register(async routes => {
    routes.addHook('onRequest', requireSession(sessions))
    routes.addHook('onRequest', async request => {
      await uploads.take(requireActor(request).userId)
    })
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_UPLOAD_BYTES },
      (_request, body, done) => done(null, body),
    )
    // Convert the error for large bodies. The server's error handler handles the errors thrown here.
    routes.setErrorHandler((error: FastifyError) => {
      throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? fail('IMAGE_TOO_LARGE') : error
    })

    routes.put('/upload/profile-image', { bodyLimit: MAX_UPLOAD_BYTES }, async request => {
      const context = createContext(request)
      const actor = requireActor(request)
      const crop = readCrop(request.query)
      if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw fail('IMAGE_INVALID')
      const path = `avatars/${actor.userId}/profile-${now()}-${randomBytes(6).toString('hex')}.webp`
      await files.put(path, await createProfileImage(request.body, crop))
      const previousPath = await replaceImage(context, actor, path).catch(async error => {
        await files.remove(path)
        throw error
      })
      // The new picture is already committed, so a failure to remove the old one is only logged.
      if (previousPath)
        await files
          .remove(previousPath)
          .catch(error => request.log.warn({ err: error }, 'An old photo stays'))
      return { profileImageUrl: context.createLinks(actor)(path) }
    })
  })
}

/** Stores the path of the new photo and returns the previous path. */
function replaceImage({ db }: RequestContext, actor: SignedInActor, path: string): Promise<string | null> {
  return db.asActor(actor, async tx => {
    const previousPath = await lockProfileImage(tx, actor.userId)
    await updateOwnProfile(tx, actor.userId, { profile_image: path })
    return previousPath
  })
}

function readCrop(query: unknown): Crop | undefined {
  if (!query || typeof query !== 'object' || !('side' in query)) return undefined
  const parsedCrop = cropQuerySchema.safeParse(query)
  if (!parsedCrop.success)
    throw fail('IMAGE_INVALID', undefined, msg`The crop area must be given as fractions from 0 to 1.`)
  return parsedCrop.data
}
