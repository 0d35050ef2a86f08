import { basename } from 'node:path'
import { toServedFile } from '@muster/domain/attachment.ts'
import type { FastifyInstance } from 'fastify'
import { parseByteRange } from '../lib/byte-range.ts'
import { createContentDisposition } from '../lib/content-disposition.ts'
import type { FileStorage } from '../lib/file-storage.ts'
import type { LinkQuery, SignedLinks } from '../lib/signed-links.ts'
import { fail } from './fail.ts'
import { sendPart } from './send-part.ts'

type Deps = {
  readonly files: Pick<FileStorage, 'open'>
  readonly links: Pick<SignedLinks, 'verify'>
  /** True if the session exists and its person may see the file now. */
  readonly mayRead: (sessionId: string, path: string) => Promise<boolean>
}

/** `GET /files/…`, for a signed link while its session lasts and the file is visible. All refusals get the same answer. */
export function registerFilesDoor(app: FastifyInstance, { files, links, mayRead }: Deps): void {
  app.get<{ Params: { '*': string }; Querystring: Partial<LinkQuery> }>(
    '/files/*',
    async (request, reply) => {
      const path = request.params['*']
      const { session = '', expires = '', signature = '' } = request.query
      const isAllowed = links.verify(path, { session, expires, signature }) && (await mayRead(session, path))
      const file = isAllowed ? await files.open(path) : null
      if (!file) throw fail('NOT_FOUND')
      const { mediaType, disposition } = toServedFile(path)
      reply
        .type(mediaType)
        .header('content-disposition', createContentDisposition(disposition, basename(path)))
        // Cached no longer than the link itself is valid: the browser must not keep data beyond the session.
        .header('cache-control', `private, max-age=${secondsUntil(Number(expires))}`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('accept-ranges', 'bytes')
      // Conditional ranges require a validator for the file, and we issue none.
      const range = request.headers['if-range'] === undefined ? request.headers.range : undefined
      return sendPart(reply, file, parseByteRange(range, file.size))
    },
  )
}

const secondsUntil = (ms: number) => Math.max(0, Math.floor((ms - Date.now()) / 1_000))
