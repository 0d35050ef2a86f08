import { Buffer } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteLetIn } from '../../doors/signed-in-door.ts'
import { bearerToken } from '../../lib/bearer-token.ts'
import { fail } from '../../rpc/fail.ts'
import type { UnderWay } from '../../rpc/under-way.ts'
import { type HoldDeps, holdForAllZones, onlyWhoOwesLittle, requireLittleOwed } from '../presence/index.ts'
import type { HotTrackers } from './hot-trackers.ts'
import { isTraccarJson, osmAndToken, readOsmAndFields, readTraccarJson } from './read-osmand.ts'
import { readOverland } from './read-overland.ts'
import { readOwnTracks } from './read-owntracks.ts'
import { checkIdOf, type TrackerMessage } from './tracker-reading.ts'
import type { TrackerOwner } from './trackers.queries.ts'

export type TrackerDoorsDeps = HoldDeps & {
  readonly trackers: Pick<HotTrackers, 'ownerOf'>
  readonly underWay: Pick<UnderWay, 'ofLookUp'>
}

/** A thousand places of Overland, 600 bytes each. */
const LARGE = { bodyLimit: 1024 * 1024, helmet: false } as const
/** One position. Its token may stand in the body, which is read before anybody knows whose it is. */
const SMALL = { bodyLimit: 16 * 1024, helmet: false } as const

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose tracker sends, where that stands in the headers. */
    tracker: TrackerOwner | null
  }
}

/**
 * The doors of the apps that people have on their phones already, each in the language of the app: `POST /ingest/owntracks`
 * (HTTP mode, the token as the password), `GET` and `POST /ingest/osmand` (the token as the device's identifier) and
 * `POST /ingest/overland` (the token as access token). What an app says and we have no use for is acknowledged, as it
 * expects; a position that is none is answered with 400 and the reason. Of several, the proper ones count.
 */
export function registerTrackerDoors(app: FastifyInstance, deps: TrackerDoorsDeps): void {
  app.register(async scope => {
    readAppBodies(scope)
    scope.decorateRequest('tracker', null)

    scope.post(
      '/ingest/owntracks',
      { ...LARGE, onRequest: fromHeaders(deps, basicPassword) },
      async (request, reply) => {
        await hold(deps, ownerOf(request), readOwnTracks(request.body), 'all')
        return reply.type('application/json').send('[]')
      },
    )

    scope.post(
      '/ingest/overland',
      { ...LARGE, onRequest: fromHeaders(deps, it => bearerToken(it.headers.authorization)) },
      async request => {
        const wrong = await hold(deps, ownerOf(request), readOverland(request.body), 'some')
        // Anything but this and the app sends the whole batch again, for ever.
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
        requireLittleOwed(deps.pace, owner.userId)
        const said = Object.keys(query).length > 1 ? query : body
        const message = isTraccarJson(said) ? readTraccarJson(said) : readOsmAndFields(said, Date.now())
        await hold(deps, owner, message, 'all')
        return reply.status(200).send()
      },
    })
  })
}

/**
 * Records the positions of a message. `all`: wrong ones among them are answered with 400 once the others are held; `some`:
 * only where there is no other. Answers those that were wrong.
 */
async function hold(
  deps: TrackerDoorsDeps,
  owner: TrackerOwner,
  message: TrackerMessage,
  needs: 'all' | 'some',
) {
  const { readings, wrong } = message
  await holdForAllZones(
    deps,
    owner,
    readings.map(it => ({ id: checkIdOf(owner.trackerId, it), ...it })),
    wrong.length,
  )
  const [first] = wrong
  if (first && (needs === 'all' || readings.length === 0))
    throw fail('TRACKER_MESSAGE_INVALID', { wrong }, first.reason)
  return wrong
}

function fromHeaders(deps: TrackerDoorsDeps, tokenOf: (request: FastifyRequest) => string | undefined) {
  const findOwner = async (request: FastifyRequest) => {
    const look = () => lookUp(deps, request, tokenOf(request))
    request.tracker = await look()
    noteLetIn(request, look)
  }
  return [findOwner, onlyWhoOwesLittle(deps.pace, request => ownerOf(request).userId)]
}

async function lookUp(
  { trackers, underWay }: TrackerDoorsDeps,
  { ip }: FastifyRequest,
  token: string | undefined,
): Promise<TrackerOwner> {
  if (!token || token.length > MOST_TOKEN) throw fail('UNAUTHORIZED')
  const owner = await underWay.ofLookUp(ip, () => trackers.ownerOf(token))
  if (!owner) throw fail('UNAUTHORIZED')
  return owner
}
const MOST_TOKEN = 512

function ownerOf({ tracker }: FastifyRequest): TrackerOwner {
  if (!tracker) throw fail('UNAUTHORIZED')
  return tracker
}

/** The password of `authorization: Basic …`; whoever signs in by it is named by the token alone. */
function basicPassword({ headers }: FastifyRequest): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]{1,1024}={0,2})$/i.exec(headers.authorization ?? '')?.[1]
  if (!encoded) return undefined
  const plain = Buffer.from(encoded, 'base64').toString('utf8')
  const at = plain.indexOf(':')
  return at < 0 ? undefined : plain.slice(at + 1)
}

/** These apps send nothing at all as JSON, forms, and JSON without saying so. */
function readAppBodies(scope: FastifyInstance): void {
  const json = scope.getDefaultJsonParser('remove', 'remove')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else json(request, body as string, done)
  })
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}
