import { Readable } from 'node:stream'
import { id } from '@muster/contract/ids.ts'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createSendMadeFile } from '../../../doors/send-made-file.ts'
import { requireActor, requireSession } from '../../../doors/signed-in-door.ts'
import type { WithContext } from '../../../rpc/context.ts'
import type { Sessions } from '../../../rpc/sessions.ts'
import { makeMissingFile } from './make-missing-file.ts'

/** The input of `POST /download/emergency`. */
export const missingDownload = z.strictObject({ emergencyId: id })

type Deps = WithContext & { readonly sessions: Pick<Sessions, 'resolve'> }

/** Registers `POST /download/emergency`, which sends the people who are not accounted for as PDF. */
export function registerMissingDoor(
  app: FastifyInstance,
  { sessions, createContext }: Deps,
  { timeZone }: { readonly timeZone: string },
): void {
  const sendFile = createSendMadeFile()
  app.register(async door => {
    door.addHook('onRequest', requireSession(sessions))
    door.post('/download/emergency', { bodyLimit: 1024 }, async (request, reply) => {
      const { data: input } = missingDownload.safeParse(request.body)
      if (!input) throw new ORPCError('BAD_REQUEST')
      const { db } = createContext(request)
      const actor = requireActor(request)
      return sendFile(reply, actor.userId, async () => {
        const { name, content } = await makeMissingFile({ db, timeZone }, actor, input)
        return { name, mediaType: 'application/pdf', content: Readable.from([content]) }
      })
    })
  })
}
