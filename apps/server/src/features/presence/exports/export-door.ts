import { presenceExport } from '@muster/contract/presence-exports.ts'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance } from 'fastify'
import { createSendMadeFile } from '../../../doors/send-made-file.ts'
import { requireActor, requireSession } from '../../../doors/signed-in-door.ts'
import type { WithContext } from '../../../rpc/context.ts'
import type { Sessions } from '../../../rpc/sessions.ts'
import { makeExport } from './make-export.ts'

type Deps = WithContext & { readonly sessions: Pick<Sessions, 'resolve'> }

/** Registers `POST /download/presence`, which streams the people inside a zone, or its visits, as a file. */
export function registerExportDoor(
  app: FastifyInstance,
  { sessions, createContext }: Deps,
  settings: { readonly retentionDays: number; readonly timeZone: string },
): void {
  const sendFile = createSendMadeFile()
  app.register(async door => {
    door.addHook('onRequest', requireSession(sessions))
    door.post('/download/presence', { bodyLimit: 4 * 1024 }, async (request, reply) => {
      const { data: exportRequest } = presenceExport.safeParse(request.body)
      if (!exportRequest) throw new ORPCError('BAD_REQUEST')
      const { db } = createContext(request)
      const actor = requireActor(request)
      return sendFile(reply, actor.userId, () => makeExport({ db, ...settings }, actor, exportRequest))
    })
  })
}
