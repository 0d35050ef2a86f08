import { Buffer } from 'node:buffer'
import type { UnusedReason } from '@muster/domain/tracker.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createCapacityHook, requireCapacity } from '../../doors/capacity.ts'
import { createKeyDoor } from '../../doors/key-door.ts'
import { parseBearerToken } from '../../lib/bearer-token.ts'
import type { ConcurrencyLimits } from '../../rpc/concurrency-limits.ts'
import { fail } from '../../rpc/fail.ts'
import { type HoldDeps, type HoldResult, holdForAllZones, type ReadingDoor } from '../presence/index.ts'
import { readOsmAnd, readOsmAndToken } from './read-osmand.ts'
import { isBatch, readOverland } from './read-overland.ts'
import { readOwnTracks } from './read-owntracks.ts'
import type { TrackerCache } from './tracker-cache.ts'
import { createCheckId, createUnreadableReading, type TrackerMessage } from './tracker-reading.ts'
import type { TrackerOwner } from './trackers.queries.ts'

/** Stands for a body that cannot be parsed as the format it appears to have. */
const UNREADABLE_BODY = Symbol('a body that cannot be read')

/**
 * Apps and `curl --data` send JSON and forms with any content type, so bodies are parsed by content. An unreadable one is no error
 * yet: the tracker must be identified first.
 */
function registerBodyParsers(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('remove', 'remove')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text.length === 0) return done(null, undefined)
    if (!isJson(text, request.headers['content-type']))
      return done(null, Object.fromEntries(new URLSearchParams(text)))
    return parseJson(request, text, (error, parsed) => done(null, error ? UNREADABLE_BODY : parsed))
  })
}

const isJson = (text: string, type: string | undefined) =>
  /^\s*[[{]/.test(text) || (type?.startsWith('application/json') ?? false)

export type TrackerRoutesDeps = HoldDeps & {
  readonly trackers: Pick<TrackerCache, 'find' | 'noteUse'>
  readonly concurrency: Pick<ConcurrencyLimits, 'ofLookUp'>
}

/** Route options for batches: up to a thousand positions from Overland at 600 bytes each. */
const LARGE_BODY_OPTIONS = { bodyLimit: 1024 * 1024, helmet: false } as const
/** The body limit is low, because the body may contain the token and is read before the sender is known. */
const SMALL_BODY_OPTIONS = { bodyLimit: 16 * 1024, helmet: false } as const

/**
 * The token is OwnTracks' password, OsmAnd's device identifier, Overland's access token. Known trackers are always acknowledged,
 * because apps resend rejected messages forever, ahead of newer ones. Invalid positions are dropped, with the reason in Settings;
 * the batch's others are used.
 */
export function registerTrackerRoutes(app: FastifyInstance, deps: TrackerRoutesDeps): void {
  const { createHook, find, requireOwner } = createKeyDoor(deps.trackers, deps.concurrency)
  /** The log names the person. */
  const noteAccount = (request: FastifyRequest, owner: TrackerOwner) => {
    request.accountId = owner.userId
    return owner
  }
  const createHooks = (readToken: (request: FastifyRequest) => string | undefined) => [
    createHook(readToken),
    createCapacityHook(deps.rate, request => noteAccount(request, requireOwner(request)).userId),
  ]
  app.register(async scope => {
    registerBodyParsers(scope)

    scope.post(
      '/ingest/owntracks',
      { ...LARGE_BODY_OPTIONS, onRequest: createHooks(readBasicPassword) },
      async (request, reply) => {
        await acceptReadings(deps, 'owntracks', requireOwner(request), readOwnTracks(request.body))
        return reply.type('application/json').send('[]')
      },
    )

    scope.post(
      '/ingest/overland',
      {
        ...LARGE_BODY_OPTIONS,
        onRequest: createHooks(it => parseBearerToken(it.headers.authorization)),
      },
      async request => {
        const message = readOverland(request.body)
        await acceptReadings(deps, 'overland', requireOwner(request), message)
        const rejectedReadings = message.wrong.map(({ at, reason }) => ({ at, reason }))
        // Only a body that is not a batch is rejected. The app then keeps its positions and composes a new batch, so nothing is
        // blocked; after an "ok" it would delete up to a thousand unread positions.
        if (!isBatch(request.body))
          throw fail('TRACKER_MESSAGE_INVALID', { wrong: rejectedReadings }, rejectedReadings[0]?.reason)
        // After any other response the app would resend the whole batch.
        return { result: 'ok', ...(rejectedReadings.length > 0 && { refused: rejectedReadings }) }
      },
    )

    scope.route({
      method: ['GET', 'POST'],
      exposeHeadRoute: false,
      url: '/ingest/osmand',
      ...SMALL_BODY_OPTIONS,
      async handler(request, reply) {
        const query = request.query as object
        const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
        const owner = noteAccount(
          request,
          await find(request, readOsmAndToken(query) ?? readOsmAndToken(body)),
        )
        requireCapacity(deps.rate, owner.userId)
        const message = readOsmAnd(query, body)
        const isEmpty = message.readings.length + message.wrong.length === 0
        if (isEmpty && request.body === UNREADABLE_BODY)
          message.wrong.push(createUnreadableReading('message: cannot be read'))
        await acceptReadings(deps, 'osmand', owner, message)
        return reply.status(200).send()
      },
    })
  })
}

/** Records the positions of a message, and stores for the owner whether any could not be used. */
async function acceptReadings(
  deps: TrackerRoutesDeps,
  door: ReadingDoor,
  owner: TrackerOwner,
  { readings, wrong }: TrackerMessage,
): Promise<void> {
  const results = await holdForAllZones(
    deps,
    owner,
    readings.map(it => ({ id: createCheckId(owner.keyId, it), ...it })),
    wrong.length,
  )
  deps.readings.count(door, results, wrong.length)
  const refusedResults = results.filter(it => findRefusal(it) !== undefined)
  const [firstRefused] = refusedResults
  const unusedReason = wrong[0]?.code ?? (firstRefused && findRefusal(firstRefused))
  await deps.trackers.noteUse(owner, { unused: unusedReason, used: refusedResults.length < results.length })
}

/** Undefined if the position was used, or refused for a reason that owners are not shown. */
const findRefusal = ({ refused: [first] }: HoldResult) => first && unusedReasonByCode[first.code]
const unusedReasonByCode: { readonly [code: string]: UnusedReason } = {
  READING_TOO_OLD: 'too_old',
  READING_IN_FUTURE: 'in_future',
  CONSENT_WITHDRAWN: 'consent_withdrawn',
  CONSENT_NEEDED: 'consent_needed',
}

/** Returns the password from `authorization: Basic …`. The user name is ignored, because the token alone identifies the tracker. */
function readBasicPassword({ headers }: FastifyRequest): string | undefined {
  const encodedCredentials = /^Basic ([A-Za-z0-9+/]{1,1024}={0,2})$/i.exec(headers.authorization ?? '')?.[1]
  if (!encodedCredentials) return undefined
  const credentials = Buffer.from(encodedCredentials, 'base64').toString('utf8')
  const separatorIndex = credentials.indexOf(':')
  return separatorIndex < 0 ? undefined : credentials.slice(separatorIndex + 1)
}
