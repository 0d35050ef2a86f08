import { Buffer } from 'node:buffer'
import type { UnusedReason } from '@muster/domain/tracker.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteLetIn } from '../../doors/signed-in-door.ts'
import { bearerToken } from '../../lib/bearer-token.ts'
import type { ConcurrencyLimits } from '../../rpc/concurrency-limits.ts'
import { fail } from '../../rpc/fail.ts'
import {
  type HoldDeps,
  type HoldResult,
  hasCapacity,
  holdForAllZones,
  requireLittleOwed,
} from '../presence/index.ts'
import { readAppBodies, UNREADABLE } from './app-bodies.ts'
import { osmAndToken, readOsmAnd } from './read-osmand.ts'
import { isBatch, readOverland } from './read-overland.ts'
import { readOwnTracks } from './read-owntracks.ts'
import type { TrackerCache } from './tracker-cache.ts'
import { createCheckId, type TrackerMessage, unreadable } from './tracker-reading.ts'
import type { TrackerOwner } from './trackers.queries.ts'

export type TrackerDoorsDeps = HoldDeps & {
  readonly trackers: Pick<TrackerCache, 'findOwner' | 'noteUse'>
  readonly concurrency: Pick<ConcurrencyLimits, 'ofLookUp'>
}

/** Route options for batches: up to a thousand positions from Overland at 600 bytes each. */
const LARGE = { bodyLimit: 1024 * 1024, helmet: false } as const
/** Route options for one position. The token may be in the body, which is read before the sender is known. */
const SMALL = { bodyLimit: 16 * 1024, helmet: false } as const

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender's tracker, if the headers identify it. */
    tracker: TrackerOwner | null
  }
}

/**
 * Registers the endpoints for existing tracking apps, each in the app's own format: `POST /ingest/owntracks` (HTTP mode, the token
 * as the password), `GET` and `POST /ingest/osmand` (the token as the device identifier) and `POST /ingest/overland` (the token as
 * the access token). Messages of known trackers are acknowledged in the form the app expects, because these apps resend rejected
 * messages forever, ahead of all newer ones. Invalid positions are dropped, and the owner sees the reason in Settings; the valid
 * positions of a batch are used.
 */
export function registerTrackerDoors(app: FastifyInstance, deps: TrackerDoorsDeps): void {
  app.register(async scope => {
    readAppBodies(scope)
    scope.decorateRequest('tracker', null)

    scope.post(
      '/ingest/owntracks',
      { ...LARGE, onRequest: fromHeaders(deps, basicPassword) },
      async (request, reply) => {
        await acceptReadings(deps, requireOwner(request), readOwnTracks(request.body))
        return reply.type('application/json').send('[]')
      },
    )

    scope.post(
      '/ingest/overland',
      { ...LARGE, onRequest: fromHeaders(deps, it => bearerToken(it.headers.authorization)) },
      async request => {
        const message = readOverland(request.body)
        await acceptReadings(deps, requireOwner(request), message)
        const wrong = message.wrong.map(({ at, reason }) => ({ at, reason }))
        // Only a body that is not a batch is rejected. The app then keeps its positions and composes a new batch, so nothing is
        // blocked; after an "ok" it would delete up to a thousand unread positions.
        if (!isBatch(request.body)) throw fail('TRACKER_MESSAGE_INVALID', { wrong }, wrong[0]?.reason)
        // After any other response the app would resend the whole batch.
        return { result: 'ok', ...(wrong.length > 0 && { refused: wrong }) }
      },
    )

    scope.route({
      method: ['GET', 'POST'],
      exposeHeadRoute: false,
      url: '/ingest/osmand',
      ...SMALL,
      async handler(request, reply) {
        const query = request.query as object
        const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
        const owner = await lookUp(deps, request, osmAndToken(query) ?? osmAndToken(body))
        requireLittleOwed(deps.rate, owner.userId)
        const message = readOsmAnd(query, body)
        const saysNothing = message.readings.length + message.wrong.length === 0
        if (saysNothing && request.body === UNREADABLE)
          message.wrong.push(unreadable('message: cannot be read'))
        await acceptReadings(deps, owner, message)
        return reply.status(200).send()
      },
    })
  })
}

/** Records the positions of a message, and stores for the owner whether any could not be used. */
async function acceptReadings(
  deps: TrackerDoorsDeps,
  owner: TrackerOwner,
  { readings, wrong }: TrackerMessage,
): Promise<void> {
  const results = await holdForAllZones(
    deps,
    owner,
    readings.map(it => ({ id: createCheckId(owner.trackerId, it), ...it })),
    wrong.length,
  )
  const refused = results.filter(it => findRefusal(it) !== undefined)
  const [first] = refused
  const unused = wrong[0]?.code ?? (first && findRefusal(first))
  await deps.trackers.noteUse(owner, { unused, used: refused.length < results.length })
}

/** Returns the reason why a position was not used in any zone; undefined if it was used. */
const findRefusal = ({ refused: [first] }: HoldResult) => first && refusals[first.code]
const refusals: { readonly [code: string]: UnusedReason } = {
  READING_TOO_OLD: 'too_old',
  READING_IN_FUTURE: 'in_future',
  CONSENT_WITHDRAWN: 'consent_withdrawn',
  CONSENT_NEEDED: 'consent_needed',
}

function fromHeaders(deps: TrackerDoorsDeps, readToken: (request: FastifyRequest) => string | undefined) {
  const findOwner = async (request: FastifyRequest) => {
    const look = () => lookUp(deps, request, readToken(request))
    request.tracker = await look()
    noteLetIn(request, look)
  }
  return [findOwner, hasCapacity(deps.rate, request => requireOwner(request).userId)]
}

async function lookUp(
  { trackers, concurrency }: TrackerDoorsDeps,
  { ip }: FastifyRequest,
  token: string | undefined,
): Promise<TrackerOwner> {
  if (!token || token.length > MOST_TOKEN) throw fail('UNAUTHORIZED')
  const owner = await concurrency.ofLookUp(ip, () => trackers.findOwner(token))
  if (!owner) throw fail('UNAUTHORIZED')
  return owner
}
const MOST_TOKEN = 512

function requireOwner({ tracker }: FastifyRequest): TrackerOwner {
  if (!tracker) throw fail('UNAUTHORIZED')
  return tracker
}

/** Returns the password from `authorization: Basic …`. The user name is ignored, because the token alone identifies the tracker. */
function basicPassword({ headers }: FastifyRequest): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]{1,1024}={0,2})$/i.exec(headers.authorization ?? '')?.[1]
  if (!encoded) return undefined
  const plain = Buffer.from(encoded, 'base64').toString('utf8')
  const at = plain.indexOf(':')
  return at < 0 ? undefined : plain.slice(at + 1)
}
