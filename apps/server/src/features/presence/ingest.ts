import { type positionsAnswer, positionsBatch } from '@muster/contract/presence.ts'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { fail } from '../../rpc/fail.ts'
import type { ActiveSession, Sessions } from '../../rpc/sessions.ts'
import { type CheckPositionDeps, checkPosition } from './check-position.ts'

export type IngestDeps = CheckPositionDeps & {
  readonly sessions: Pick<Sessions, 'resolve'>
  /** Also serve `/ingest/echo`, which takes the same body and does nothing: what the benchmark measures against. */
  readonly echo?: boolean
}

type PositionsAnswer = z.input<typeof positionsAnswer>

/** The headers that guard pages in browsers are worked out anew for every request; a device has no use for them. */
const door = { bodyLimit: 1024 * 1024, helmet: false } as const

/**
 * The door for devices and for the phone's outbox: `POST /ingest/positions`, up to 500 readings at once. Every reading is
 * answered for itself, in the order sent. What it throws, the app's error handler turns into the API's shape.
 */
export function registerIngest(app: FastifyInstance, deps: IngestDeps): void {
  app.post('/ingest/positions', door, async (request): Promise<PositionsAnswer> => {
    const actor = await signedInActor(deps.sessions, request)
    const { readings } = parseBatch(request.body)
    const results = await Promise.all(readings.map(reading => holdReading(deps, actor, reading)))
    return { results }
  })

  if (deps.echo)
    app.post('/ingest/echo', door, async (request): Promise<PositionsAnswer> => {
      const { readings } = parseBatch(request.body)
      return { results: readings.map(({ id }) => ({ id, checks: [], refused: [] })) }
    })
}

type Batch = z.output<typeof positionsBatch>

async function holdReading(
  deps: IngestDeps,
  actor: ActiveSession,
  { zoneId, ...reading }: Batch['readings'][number],
): Promise<PositionsAnswer['results'][number]> {
  const zoneIds = zoneId === undefined ? undefined : [zoneId]
  const { checks, refused } = await checkPosition(deps, actor, reading, zoneIds, 'device')
  return { id: reading.id, checks, refused }
}

async function signedInActor(
  sessions: IngestDeps['sessions'],
  request: FastifyRequest,
): Promise<ActiveSession> {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const session = token ? await sessions.resolve(token) : null
  if (!session) throw fail('UNAUTHORIZED')
  return session
}

function parseBatch(body: unknown): Batch {
  const parsed = positionsBatch.safeParse(body)
  if (parsed.success) return parsed.data
  throw new ORPCError('BAD_REQUEST', {
    message: 'Input validation failed',
    data: { issues: parsed.error.issues },
  })
}
