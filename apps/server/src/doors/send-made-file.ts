import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { contentDisposition } from '../lib/content-disposition.ts'
import { fail } from '../rpc/fail.ts'

export type MadeFile = {
  readonly name: string
  readonly mediaType: string
  readonly content: Readable
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends files that are made while they are sent. A person has two at once; a third is refused (TOO_MANY_REQUESTS). `make` throws what
 * refuses the file; a file that breaks off ends the answer, which is all there is to do.
 */
export function createSendMadeFile() {
  const ofPerson = createConcurrencyLimit({
    running: 2,
    waiting: 0,
    full: () => fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + 10_000).toISOString() }),
  })
  return (reply: FastifyReply, userId: string, make: () => Promise<MadeFile>): Promise<FastifyReply> =>
    ofPerson.run(userId, async () => {
      const { name, mediaType, content, headers = {} } = await make()
      reply
        .headers(headers)
        .header('content-type', mediaType)
        .header('content-disposition', contentDisposition('attachment', name))
        .header('cache-control', 'no-store')
        .send(content)
      // It counts until the last byte is sent.
      await finished(content).catch(() => undefined)
      return reply
    })
}
