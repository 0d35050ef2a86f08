import { id } from '@muster/contract/ids.ts'
import {
  type BatchReading,
  batchReading,
  type positionsAnswer,
  positionsBatch,
} from '@muster/contract/presence.ts'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { actorOf, onlySignedIn } from '../../doors/signed-in-door.ts'
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
  app.post('/ingest/positions', { ...door, onRequest: onlySignedIn(deps.sessions) }, request =>
    holdReadings(deps, actorOf(request), parseBatch(request.body).readings),
  )

  if (deps.echo)
    app.post('/ingest/echo', door, async (request): Promise<PositionsAnswer> => {
      const { readings } = parseBatch(request.body)
      return { results: readings.map(parseReading).map(it => ('id' in it ? unheld(it.id) : it.refusal)) }
    })
}

/** What one request may ask for: readings times the zones they count for. */
const MOST_CHECKS = 2_000
/** How many checks of one request wait for the writer together, so that it does not use up its sender's share. */
const MOST_AT_ONCE = 500

type Result = PositionsAnswer['results'][number]

async function holdReadings(
  deps: IngestDeps,
  actor: ActiveSession,
  sent: readonly unknown[],
): Promise<PositionsAnswer> {
  const parsed = sent.map(parseReading)
  const [only] = parsed
  // Most requests bring one reading for one zone: then there is nothing to count.
  if (only && parsed.length === 1 && ('refusal' in only || only.zoneId !== undefined))
    return { results: [await holdReading(deps, actor, only)] }
  const forAllZones = parsed.filter(it => 'id' in it && it.zoneId === undefined).length
  const zones = forAllZones === 0 ? 1 : (await deps.members.zonesOf(actor.userId)).size
  const named = parsed.length - forAllZones
  if (named + forAllZones * zones > MOST_CHECKS)
    throw fail('BATCH_TOO_LARGE', { mostReadings: Math.floor(MOST_CHECKS / zones) })
  const results: Result[] = []
  const slices = Math.max(1, Math.floor(MOST_AT_ONCE / Math.max(1, zones)))
  for (let from = 0; from < parsed.length; from += slices) {
    const slice = parsed.slice(from, from + slices)
    results.push(...(await Promise.all(slice.map(reading => holdReading(deps, actor, reading)))))
  }
  return { results }
}

async function holdReading(
  deps: IngestDeps,
  actor: ActiveSession,
  reading: BatchReading | { refusal: Result },
): Promise<Result> {
  if ('refusal' in reading) return reading.refusal
  const zoneIds = reading.zoneId === undefined ? undefined : [reading.zoneId]
  const { checks, refused } = await checkPosition(deps, actor, reading, zoneIds, 'device')
  return { id: reading.id, checks, refused }
}

const unheld = (readingId: string | null): Result => ({ id: readingId, checks: [], refused: [] })

/** The reading, or what is answered for one that is none: whose it is, as far as that can be read, and why. */
function parseReading(sent: unknown): BatchReading | { refusal: Result } {
  const parsed = batchReading.safeParse(sent)
  if (parsed.success) return parsed.data
  const given = id.safeParse((sent as { id?: unknown } | null)?.id)
  const [issue] = parsed.error.issues
  const reason = `${issue?.path.join('.') || 'reading'}: ${issue?.message ?? 'invalid'}`.slice(0, 200)
  const refused: Result['refused'] = [{ zoneId: null, code: 'READING_INVALID', reason }]
  return { refusal: { ...unheld(given.success ? given.data : null), refused } }
}

function parseBatch(body: unknown): z.output<typeof positionsBatch> {
  const parsed = positionsBatch.safeParse(body)
  if (parsed.success) return parsed.data
  throw new ORPCError('BAD_REQUEST', {
    message: 'Input validation failed',
    data: { issues: parsed.error.issues },
  })
}
