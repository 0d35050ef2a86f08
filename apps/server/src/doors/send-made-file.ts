import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { createContentDisposition } from '../lib/content-disposition.ts'
import { fail } from '../rpc/fail.ts'

export type MadeFile = {
  readonly name: string
  readonly mediaType: string
  readonly content: Readable
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Two at a time per person, then TOO_MANY_REQUESTS. `make` throws refusals before the first byte; a later failure cuts the response.
 */
export function createSendMadeFile() {
  const personLimit = createConcurrencyLimit({
    running: 2,
    waiting: 0,
    createFullError: () =>
      fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + 10_000).toISOString() }),
  })
  return (reply: FastifyReply, userId: string, make: () => Promise<MadeFile>): Promise<FastifyReply> =>
    personLimit.run(userId, async () => {
      const { name, mediaType, content, headers = {} } = await make()
      reply
        .headers(headers)
        .header('content-type', mediaType)
        .header('content-disposition', createContentDisposition('attachment', name))
        .header('cache-control', 'no-store')
        .send(content)
      // The file counts against the limit until its last byte is sent.
      await finished(content).catch(() => undefined)
      return reply
    })
}
