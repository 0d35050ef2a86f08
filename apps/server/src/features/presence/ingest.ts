import { type positionsAnswer, positionsBatch } from '@muster/contract/presence.ts'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { fail } from '../../rpc/fail.ts'
import type { Sessions } from '../../rpc/sessions.ts'
import { type CheckPositionDeps, checkPosition } from './check-position.ts'

export type IngestDeps = CheckPositionDeps & {
  readonly sessions: Pick<Sessions, 'resolve'>
  /** Also serve `/ingest/echo`, which takes the same body and does nothing: what the benchmark measures against. */
  readonly echo?: boolean
}

type PositionsAnswer = z.input<typeof positionsAnswer>

const BODY_LIMIT = 1024 * 1024

/**
 * The door for devices and for the phone's outbox: `POST /ingest/positions`, up to 500 readings at once. Every reading is
 * answered for itself, in the order sent. Errors have the shape of the API's.
 */
export function registerIngest(app: FastifyInstance, deps: IngestDeps): void {
  app.register(async door => {
    door.setErrorHandler((error, _request, reply) => {
      const known = errorOf(error)
      if (known.status >= 500 && !known.defined) reply.log.error({ err: error }, 'Ingest failed')
      reply.code(known.status).send(known.toJSON())
    })

    door.post('/ingest/positions', { bodyLimit: BODY_LIMIT }, async (request): Promise<PositionsAnswer> => {
      const actor = await signedInActor(deps.sessions, request)
      const { readings } = parseBatch(request.body)
      const results = await Promise.all(
        readings.map(async ({ zoneId, ...reading }) => ({
          id: reading.id,
          ...(await checkPosition(
            deps,
            actor,
            reading,
            zoneId === undefined ? undefined : [zoneId],
            'device',
          )),
        })),
      )
      return { results }
    })

    if (deps.echo)
      door.post('/ingest/echo', { bodyLimit: BODY_LIMIT }, async (request): Promise<PositionsAnswer> => {
        const { readings } = parseBatch(request.body)
        return { results: readings.map(({ id }) => ({ id, checks: [], refused: [] })) }
      })
  })
}

async function signedInActor(sessions: IngestDeps['sessions'], request: FastifyRequest) {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const session = token ? await sessions.resolve(token) : null
  if (!session) throw fail('UNAUTHORIZED')
  return session
}

function parseBatch(body: unknown): z.output<typeof positionsBatch> {
  const parsed = positionsBatch.safeParse(body)
  if (parsed.success) return parsed.data
  throw new ORPCError('BAD_REQUEST', {
    message: 'Input validation failed',
    data: { issues: parsed.error.issues },
  })
}

/** Fastify's own refusals (no JSON, too large, wrong content type) keep their status; everything else is our fault. */
function errorOf(error: unknown): ORPCError<string, unknown> {
  if (error instanceof ORPCError) return error
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  if (statusCode === 413) return new ORPCError('PAYLOAD_TOO_LARGE', { status: 413, message })
  if (statusCode === 415) return new ORPCError('UNSUPPORTED_MEDIA_TYPE', { status: 415, message })
  if (statusCode >= 400 && statusCode < 500) return new ORPCError('BAD_REQUEST', { status: 400, message })
  return new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 })
}
