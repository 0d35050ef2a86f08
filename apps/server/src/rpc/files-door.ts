import type { FastifyInstance } from 'fastify'
import type { Files } from '../lib/files.ts'
import type { SignedLinks } from '../lib/signed-links.ts'
import { fail } from './fail.ts'

type Query = { expires?: string; signature?: string }

const types: Record<string, string> = { webp: 'image/webp' }

/** `GET /files/…`: stored files, to whoever holds a signed link. A wrong link and a missing file answer alike. */
export function registerFilesDoor(app: FastifyInstance, files: Files, links: SignedLinks): void {
  app.get<{ Params: { '*': string }; Querystring: Query }>('/files/*', async (request, reply) => {
    const path = request.params['*']
    const { expires = '', signature = '' } = request.query
    const content = links.verify(path, expires, signature) ? await files.read(path) : null
    if (!content) throw fail('NOT_FOUND')
    return (
      reply
        .type(types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
        // What stands under a path never changes.
        .header('cache-control', 'private, max-age=3600, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(content)
    )
  })
}
