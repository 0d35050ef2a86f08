import { setTimeout as sleep } from 'node:timers/promises'
import { type badgeAnswer, badgeBatch, badgeEvent } from '@muster/contract/badges.ts'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { createCapacityHook, MAX_WAIT_MS } from '../../doors/capacity.ts'
import { createKeyDoor } from '../../doors/key-door.ts'
import { parseBearerToken } from '../../lib/bearer-token.ts'
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import { mapInSlices } from '../../lib/in-slices.ts'
import type { KeyCache } from '../../lib/secrets.ts'
import { createTokenBuckets } from '../../lib/token-buckets.ts'
import type { ConcurrencyLimits } from '../../rpc/concurrency-limits.ts'
import { fail } from '../../rpc/fail.ts'
import type { BadgeSender } from './badge-keys.queries.ts'
import { type ParsedEvent, storeEvents } from './store-events.ts'

export type BadgeDoorDeps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly badgeKeys: Pick<KeyCache<BadgeSender>, 'find'>
  readonly concurrency: Pick<ConcurrencyLimits, 'ofLookUp'>
}

/** Up to 500 events with all their fields. */
const routeOptions = { bodyLimit: 512 * 1024, helmet: false } as const
/** Number of events to parse before yielding to the event loop. */
const PARSE_SLICE_SIZE = 50
/** The cost of an invalid event. Explaining the error is more work than storing an event. */
const REFUSED_EVENT_COST = 5
/** Rate limit per key on this node: a day of events that a controller kept while it was offline, or a crowd at the gates. */
const createBadgeRate = () => createTokenBuckets({ atOnce: 20_000, perSecond: 500 })
const MAX_QUEUED_BATCHES = 16
/** Maximum queued batches of the keys of a zone together. */
const MAX_QUEUED_IN_ZONE = 64

/** For badge readers: up to 500 events at once, late and in any order, each with its own result in the order sent. */
export function registerBadgeDoor(app: FastifyInstance, deps: BadgeDoorDeps): void {
  const rate = createBadgeRate()
  const createFullError = () =>
    fail('TOO_MANY_REQUESTS', { retryAt: new Date(Date.now() + MAX_WAIT_MS).toISOString() })
  const batches = createConcurrencyLimit({ running: 1, waiting: MAX_QUEUED_BATCHES, createFullError })
  // Batches of a zone wait for its lock. Here they wait without a connection, of which other organisations need some.
  const zoneBatches = createConcurrencyLimit({ running: 1, waiting: MAX_QUEUED_IN_ZONE, createFullError })
  const { createHook, requireOwner } = createKeyDoor(deps.badgeKeys, deps.concurrency)
  app.register(async door => {
    door.post(
      '/ingest/badges',
      {
        ...routeOptions,
        onRequest: [
          createHook(request => parseBearerToken(request.headers.authorization)),
          createCapacityHook(rate, request => requireOwner(request).keyId),
        ],
      },
      async (request): Promise<z.input<typeof badgeAnswer>> => {
        const sender = requireOwner(request)
        const { success, data, error } = badgeBatch.safeParse(request.body)
        if (!success) {
          rate.consume(sender.keyId, REFUSED_EVENT_COST)
          throw new ORPCError('BAD_REQUEST', {
            message: 'Input validation failed',
            data: { issues: error.issues },
          })
        }
        const events = await mapInSlices(data.events, PARSE_SLICE_SIZE, parseEvent)
        const refusedCount = events.filter(it => 'refusal' in it).length
        const waitMs = rate.consume(sender.keyId, events.length + refusedCount * (REFUSED_EVENT_COST - 1))
        if (waitMs > 0) await sleep(Math.min(waitMs, MAX_WAIT_MS))
        const store = () => storeEvents(deps.db, sender, events)
        return { results: await batches.run(sender.keyId, () => zoneBatches.run(sender.zoneId, store)) }
      },
    )
  })
}

/** Parses an event. For an invalid one, returns the refusal with the reason, and the id that the sender gave it if that is readable. */
function parseEvent(rawEvent: unknown): ParsedEvent {
  const parsed = badgeEvent.safeParse(rawEvent)
  if (parsed.success) return parsed.data
  const parsedId = badgeEvent.shape.id.safeParse((rawEvent as { id?: unknown } | null)?.id)
  const [issue] = parsed.error.issues
  const reason = `${issue?.path.join('.') || 'event'}: ${issue?.message ?? 'invalid'}`.slice(0, 200)
  return {
    refusal: {
      id: parsedId.data ?? null,
      result: 'refused',
      known: false,
      code: 'EVENT_INVALID',
      reason,
    },
  }
}
