import { setTimeout as sleep } from 'node:timers/promises'
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
import { createCapacityHook, MAX_WAIT_MS } from '../../doors/capacity.ts'
import { requireActor, requireSession } from '../../doors/signed-in-door.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import { mapInSlices } from '../../lib/in-slices.ts'
import { createTokenBuckets, type TokenBuckets } from '../../lib/token-buckets.ts'
import { fail } from '../../rpc/fail.ts'
import type { ActiveSession, Sessions } from '../../rpc/sessions.ts'
import { type CheckPositionDeps, checkPosition, type Sender } from './check-position.ts'
import { MAX_PER_PERSON } from './check-writer/check-writer.ts'
import { readReading } from './read-reading.ts'
import type { ReadingCounts } from './reading-counts.ts'

/** The dependencies for recording batches of readings. */
export type RecordingDeps = CheckPositionDeps & {
  /** Rate limit for one person's checks, across endpoints. */
  readonly rate: TokenBuckets
  /** Serialises the batches of one person. */
  readonly batches: ConcurrencyLimit
  readonly readings: ReadingCounts
}

export type IngestDeps = RecordingDeps & {
  readonly sessions: Pick<Sessions, 'resolve'>
  /** True to serve `/ingest/echo` too, which accepts the same body and does nothing, as the baseline for the benchmark. */
  readonly echo?: boolean
}

type PositionsAnswer = z.input<typeof positionsAnswer>

/** Devices do not need the security headers of pages (app/answer-headers.ts). */
const routeOptions = { bodyLimit: 1024 * 1024, helmet: false } as const

/**
 * `POST /ingest/positions`: up to 500 readings, results in the order sent. Thrown errors get the API's format in the app's handler.
 */
export function registerIngest(app: FastifyInstance, deps: IngestDeps): void {
  const { rate } = deps
  const parseUserBatch = (userId: string, body: unknown) => {
    try {
      return parseBatch(body)
    } catch (error) {
      rate.consume(userId, REFUSED_READING_COST)
      throw error
    }
  }
  const countResults = (answer: PositionsAnswer) => {
    deps.readings.count('positions', answer.results)
    return answer
  }
  const onRequest = [
    requireSession(deps.sessions),
    createCapacityHook(rate, request => requireActor(request).userId),
  ]
  app.post('/ingest/positions', { ...routeOptions, onRequest }, request => {
    const actor = requireActor(request)
    const { readings } = parseUserBatch(actor.userId, request.body)
    const waitMs = rate.consume(actor.userId, readings.length)
    const accept = () => acceptReadings(deps, actor, readings).then(countResults)
    return waitMs === 0 ? accept() : sleep(waitMs).then(accept)
  })

  if (deps.echo)
    app.post('/ingest/echo', routeOptions, async (request): Promise<PositionsAnswer> => {
      const { readings } = parseBatch(request.body)
      return {
        results: readings.map(parseReading).map(it => ('id' in it ? toIgnoredResult(it.id) : it.refusal)),
      }
    })
}

/** Maximum checks per request: readings multiplied by the zones they count for. */
const MAX_CHECKS_PER_REQUEST = 2_000
/** Number of readings to parse before yielding to the event loop. */
const PARSE_SLICE_SIZE = 50
/** Explaining the error is more work than recording a valid reading, and our own apps send no invalid ones. */
const REFUSED_READING_COST = 5

/**
 * Per person and node: an outbox of several days in one burst, or a reading each second in all 500 zones. Then batches wait, or are
 * rejected on their headers with a retry time, so no reading is lost and others keep their share of the CPU.
 */
export const createCheckRate = () => createTokenBuckets({ atOnce: MAX_CHECKS_PER_REQUEST, perSecond: 500 })

/** Maximum queued batches per person. One outbox sends one batch at a time, but a person's devices do not coordinate. */
const MAX_QUEUED_BATCHES = 16

export const createBatchLimit = () =>
  createConcurrencyLimit({
    running: 1,
    waiting: MAX_QUEUED_BATCHES,
    createFullError: () =>
      fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + MAX_WAIT_MS).toISOString() }),
  })

export type ReadingResult = PositionsAnswer['results'][number]

function acceptReadings(
  deps: RecordingDeps,
  actor: ActiveSession,
  rawReadings: readonly unknown[],
): Promise<PositionsAnswer> {
  if (rawReadings.length > 1)
    return mapInSlices(rawReadings, PARSE_SLICE_SIZE, parseReading).then(parsed =>
      acceptMany(deps, actor, parsed),
    )
  const singleReading = parseReading(rawReadings[0])
  // Most requests contain one reading for one zone, so there is nothing to count.
  if ('refusal' in singleReading || !isForAllZones(singleReading))
    return acceptReading(deps, actor, singleReading).then(result => ({ results: [result] }))
  return acceptMany(deps, actor, [singleReading])
}

/** A manual check of one zone also counts for the person's other zones (check-position.ts). */
const isForAllZones = ({ zoneId, source }: BatchReading) => zoneId === undefined || source === 'manual'

async function acceptMany(
  deps: RecordingDeps,
  actor: ActiveSession,
  parsed: readonly (BatchReading | { refusal: ReadingResult })[],
): Promise<PositionsAnswer> {
  const allZonesCount = parsed.filter(it => 'id' in it && isForAllZones(it)).length
  const zoneCount = allZonesCount === 0 ? 1 : (await deps.members.findZones(actor.userId)).size
  const namedCount = parsed.length - allZonesCount
  const checkCount = namedCount + allZonesCount * zoneCount
  if (checkCount > MAX_CHECKS_PER_REQUEST)
    throw fail('BATCH_TOO_LARGE', { mostReadings: Math.floor(MAX_CHECKS_PER_REQUEST / zoneCount) })
  // The readings themselves are already charged.
  const refusedCount = parsed.filter(it => 'refusal' in it).length
  const cost = Math.max(0, checkCount - parsed.length) + refusedCount * (REFUSED_READING_COST - 1)
  const waitMs = cost > 0 ? deps.rate.consume(actor.userId, cost) : 0
  if (waitMs > 0) await sleep(Math.min(waitMs, MAX_WAIT_MS))
  return { results: await acceptInSlices(deps, actor, parsed, zoneCount) }
}

/** Charges a reading for all of the person's zones; returns undefined if their rate limit requires no delay. */
export function waitForZones(
  { members, rate }: Pick<RecordingDeps, 'members' | 'rate'>,
  userId: string,
): Promise<unknown> | undefined {
  const charge = ({ size }: ReadonlySet<string>) => {
    // The call itself is already charged.
    const waitMs = size > 1 ? rate.consume(userId, size - 1) : 0
    return waitMs > 0 ? sleep(Math.min(waitMs, MAX_WAIT_MS)) : undefined
  }
  const zones = members.findZones(userId)
  return zones instanceof Promise ? zones.then(charge) : charge(zones)
}

/**
 * For senders that cannot be asked to send fewer: only one slice at a time waits for the writer. Invalid readings and empty messages
 * are charged too. Results in order.
 */
export async function acceptForAllZones(
  deps: RecordingDeps,
  sender: Sender,
  readings: readonly BatchReading[],
  invalidCount: number,
): Promise<ReadingResult[]> {
  const zoneCount = readings.length === 0 ? 0 : (await deps.members.findZones(sender.userId)).size
  const cost = readings.length * Math.max(1, zoneCount) + invalidCount * REFUSED_READING_COST
  const waitMs = deps.rate.consume(sender.userId, Math.max(1, cost))
  if (waitMs > 0) await sleep(Math.min(waitMs, MAX_WAIT_MS))
  if (readings.length === 0) return []
  return acceptInSlices(deps, sender, readings, zoneCount)
}

function acceptInSlices(
  deps: RecordingDeps,
  sender: Sender,
  readings: readonly (BatchReading | { refusal: ReadingResult })[],
  zoneCount: number,
): Promise<ReadingResult[]> {
  // Run one batch per person at a time, because concurrent batches would fill the person's share of the queue and be refused.
  return deps.batches.run(sender.userId, () => acceptSlices(deps, sender, readings, zoneCount))
}

async function acceptSlices(
  deps: CheckPositionDeps,
  sender: Sender,
  readings: readonly (BatchReading | { refusal: ReadingResult })[],
  zoneCount: number,
): Promise<ReadingResult[]> {
  const results: ReadingResult[] = []
  // A slice has as many checks as the writer accepts per person in a batch.
  const sliceSize = Math.max(1, Math.floor(MAX_PER_PERSON / Math.max(1, zoneCount)))
  for (let start = 0; start < readings.length; start += sliceSize) {
    const slice = readings.slice(start, start + sliceSize)
    results.push(...(await Promise.all(slice.map(reading => acceptReading(deps, sender, reading)))))
  }
  return results
}

function acceptReading(
  deps: CheckPositionDeps,
  actor: Sender,
  reading: BatchReading | { refusal: ReadingResult },
): Promise<ReadingResult> {
  if ('refusal' in reading) return Promise.resolve(reading.refusal)
  const zoneIds = reading.zoneId === undefined ? undefined : [reading.zoneId]
  const { source = 'device' } = reading
  return checkPosition(deps, actor, reading, zoneIds, source).then(({ checks, refused }) => ({
    id: reading.id,
    checks,
    refused,
  }))
}

const toIgnoredResult = (readingId: string | null): ReadingResult => ({
  id: readingId,
  checks: [],
  refused: [],
})

/** Parses a reading. For an invalid one, returns the refusal, with the id the sender gave it if that is readable. */
function parseReading(rawReading: unknown): BatchReading | { refusal: ReadingResult } {
  const fastReading = readReading(rawReading)
  if (fastReading) return fastReading
  const parsed = batchReading.safeParse(rawReading)
  if (parsed.success) return parsed.data
  const parsedId = id.safeParse((rawReading as { id?: unknown } | null)?.id)
  const [issue] = parsed.error.issues
  const reason = `${issue?.path.join('.') || 'reading'}: ${issue?.message ?? 'invalid'}`.slice(0, 200)
  const refused: ReadingResult['refused'] = [{ zoneId: null, code: 'READING_INVALID', reason }]
  return { refusal: { ...toIgnoredResult(parsedId.success ? parsedId.data : null), refused } }
}

function parseBatch(body: unknown): z.output<typeof positionsBatch> {
  const parsed = positionsBatch.safeParse(body)
  if (parsed.success) return parsed.data
  throw new ORPCError('BAD_REQUEST', {
    message: 'Input validation failed',
    data: { issues: parsed.error.issues },
  })
}
