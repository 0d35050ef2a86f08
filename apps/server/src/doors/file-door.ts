import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { exportRowsHeader } from '@muster/contract/presence-exports.ts'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts'
import { createContentDisposition } from '../lib/content-disposition.ts'
import type { RequestContext, WithContext } from '../rpc/context.ts'
import { createBusyError } from '../rpc/fail.ts'
import type { ActiveSession, Sessions } from '../rpc/sessions.ts'
import { requireActor, requireSession } from './signed-in-door.ts'

export type FileDoorDeps = WithContext & { readonly sessions: Pick<Sessions, 'resolve'> }

type MadeFile = {
  readonly name: string
  readonly mediaType: string
  readonly content: Readable
  /** The number of rows that match; the file may have fewer. */
  readonly rows?: number
}

type FileKind<Input extends z.ZodType> = {
  readonly path: string
  /** In bytes. */
  readonly bodyLimit: number
  readonly input: Input
  readonly createInputError?: () => Error
  /** Throws refusals before the first byte; a later failure cuts the response. */
  readonly make: (
    context: Pick<RequestContext, 'db'> & { readonly actor: ActiveSession },
    input: z.output<Input>,
  ) => Promise<MadeFile>
}

/** Registers an endpoint that streams a file made for the sender: two at a time per person, then TOO_MANY_REQUESTS. */
export function registerFileDoor<Input extends z.ZodType>(
  app: FastifyInstance,
  { sessions, createContext }: FileDoorDeps,
  {
    path,
    bodyLimit,
    input: inputSchema,
    createInputError = () => new ORPCError('BAD_REQUEST'),
    make,
  }: FileKind<Input>,
): void {
  const personLimit = createConcurrencyLimit({ running: 2, waiting: 0, createFullError: createBusyError })
  app.register(async door => {
    door.addHook('onRequest', requireSession(sessions))
    door.post(path, { bodyLimit }, async (request, reply) => {
      const { success, data: input } = inputSchema.safeParse(request.body)
      if (!success) throw createInputError()
      const { db } = createContext(request)
      const actor = requireActor(request)
      return personLimit.run(actor.userId, async () => {
        const { name, mediaType, content, rows } = await make({ db, actor }, input)
        if (rows !== undefined) reply.header(exportRowsHeader, String(rows))
        reply
          .header('content-type', mediaType)
          .header('content-disposition', createContentDisposition('attachment', name))
          .header('cache-control', 'no-store')
          .send(content)
        // The file counts against the limit until its last byte is sent.
        await finished(content).catch(() => undefined)
        return reply
      })
    })
  })
}
