import { limits } from '@muster/domain/limits.ts'
import {
  toKioskCode,
  toNameKey,
  toShortName,
  type VisitDoor,
  visitNamesMost,
} from '@muster/domain/visitor.ts'
import type { Tx } from '../../db/database.ts'
import { toDisplayName } from '../../db/person-names.ts'
import { type WriteContext, write } from '../../live/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { toActionTime } from '../../rpc/act-time.ts'
import { anyone, api } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { createRateLimit, limitByAddress, type RateLimit, withAttempt } from '../../rpc/rate-limit.ts'
import { hashToken } from '../../rpc/sessions.queries.ts'
import {
  listEmergenciesIn,
  listVisitOnRolls,
  recordClaims,
  requireBeforeAllClear,
} from '../emergencies/index.ts'
import {
  findHostName,
  findHosts,
  findOwnVisit,
  findPlace,
  noteKioskSeen,
  type OwnVisitRow,
  type PlaceRow,
  startKiosk,
} from './doors.queries.ts'
import { createToken, signInAtDoor } from './sign-in-visitor.ts'
import { signOutVisitor } from './sign-out-visitor.ts'
import { visitorsEvents } from './visitors.events.ts'
import { ownVisitView, placeView } from './visitors.view.ts'
import { findExpectedVisit, findPresentVisits, lockVisit } from './write-visits.queries.ts'

const ownerReason = 'whoever holds the token of a kiosk, poster or visit acts without an account'
const QUARTER_HOUR_SECONDS = 15 * 60
const HOUR_SECONDS = 60 * 60
/** How long the visitor's page shows that an emergency is over, for people who look at it late. */
const ALL_CLEAR_SHOWN_MS = 12 * HOUR_SECONDS * 1_000
/** How long kiosks and posters show it. Whoever comes later knows nothing of the emergency. */
const ALL_CLEAR_AT_DOOR_MS = HOUR_SECONDS * 1_000

/** Procedures for visitors at a kiosk, and on their own phone after scanning the zone's poster. */
export function visitingProcedures({ db, env }: Pick<Platform, 'db' | 'env'>) {
  const timeZone = env.TIME_ZONE
  const createLimit = (name: string, points: number, seconds: number) =>
    createRateLimit(db.pool, { name, points, seconds })
  const byAddress = (name: string, points: number, seconds: number) =>
    limitByAddress(createLimit(name, points, seconds))
  /** Counts unknown codes and tokens only. */
  const guessLimit = byAddress('visitor-guess', 20, QUARTER_HOUR_SECONDS)
  const signInLimits = {
    token: createLimit('visitor-sign-in', 150, HOUR_SECONDS),
    address: byAddress('visitor-sign-in-address', 30, HOUR_SECONDS),
  }
  const searchLimits = {
    token: createLimit('visitor-search', 300, QUARTER_HOUR_SECONDS),
    address: byAddress('visitor-search-address', 300, QUARTER_HOUR_SECONDS),
  }
  const ownLimit = createLimit('visitor-own', 60, QUARTER_HOUR_SECONDS)

  type Limits = { readonly token: RateLimit; readonly address: RateLimit }
  /**
   * Limits each kiosk by itself: a manager opened it, and the kiosks of a site share one address. Visitors with a poster are limited
   * by address too, because whoever has a photograph of it can use it anywhere.
   */
  const take = async (
    { token, address }: Limits,
    { door, token: secret }: { readonly door: VisitDoor; readonly token: string },
    ip: string,
  ) => {
    await token.take(secret)
    if (door === 'poster') await address.take(ip)
  }

  /** Runs `work` where a kiosk or poster stands. Throws VISIT_LINK_INVALID. */
  async function atPlace<T>(
    { ip }: { readonly ip: string },
    { door, token }: { readonly door: VisitDoor; readonly token: string },
    work: (context: WriteContext, place: PlaceRow) => Promise<T>,
  ): Promise<T> {
    const hash = hashToken(token)
    const result = await db.asOwner(ownerReason, tx =>
      write(tx, async context => {
        const place = await findPlace(tx, door, hash)
        if (!place) return undefined
        if (door === 'kiosk') await noteKioskSeen(tx, hash)
        return { value: await work(context, place) }
      }),
    )
    if (result) return result.value
    await guessLimit.take(ip)
    throw fail('VISIT_LINK_INVALID')
  }

  /** Runs `work` for the visit of a token. Throws VISIT_LINK_INVALID. */
  async function forVisit<T>(
    { ip }: { readonly ip: string },
    token: string,
    work: (context: WriteContext, visit: OwnVisitRow) => Promise<T>,
  ): Promise<T> {
    const result = await db.asOwner(ownerReason, tx =>
      write(tx, async context => {
        const visit = await findOwnVisit(tx, hashToken(token))
        return visit && { value: await work(context, visit) }
      }),
    )
    if (result) return result.value
    await guessLimit.take(ip)
    throw fail('VISIT_LINK_INVALID')
  }

  return {
    startKiosk: api.visitors.startKiosk.use(anyone).handler(({ context: { ip }, input: { code } }) =>
      withAttempt(guessLimit, ip, async () => {
        const token = createToken()
        const kiosk = await db.asOwner(ownerReason, tx =>
          write(tx, async ({ publish }) => {
            const started = await startKiosk(tx, hashToken(toKioskCode(code)), hashToken(token))
            if (started)
              publish(visitorsEvents, { kind: 'visitors.changed', zoneId: started.zone_id, hostId: null })
            return started
          }),
        )
        if (!kiosk) throw fail('KIOSK_CODE_INVALID')
        return { token, zoneName: kiosk.zone_name, name: kiosk.name }
      }),
    ),

    place: api.visitors.place.use(anyone).handler(({ context, input }) =>
      atPlace(context, input, async ({ tx }, place) => {
        const filter = {
          endedWithinMs: ALL_CLEAR_AT_DOOR_MS,
          language: input.language,
          limit: limits.ownEmergenciesMost,
        }
        return placeView(place, await listEmergenciesIn(tx, place.zone_id, filter))
      }),
    ),

    hosts: api.visitors.hosts.use(anyone).handler(async ({ context, input }) => {
      await take(searchLimits, input, context.ip)
      return atPlace(context, input, async ({ tx }, { zone_id }) => ({
        hosts: (await findHosts(tx, zone_id, input.search)).map(it => ({
          id: it.id,
          name: toDisplayName(it.name),
        })),
      }))
    }),

    expected: api.visitors.expected.use(anyone).handler(async ({ context, input }) => {
      await take(searchLimits, input, context.ip)
      return atPlace(context, input, async ({ tx }, { zone_id: zoneId }) => {
        const visit = await findExpectedVisit(tx, { zoneId, timeZone, nameKey: toNameKey(input.name) })
        return { expected: visit ? { hostName: await readHost(tx, zoneId, visit.host_id) } : null }
      })
    }),

    signIn: api.visitors.signIn.use(anyone).handler(async ({ context, input }) => {
      await take(signInLimits, input, context.ip)
      return atPlace(context, input, async (its, place) => {
        const { visit, visitToken, hostName } = await signInAtDoor(its, place, { ...input, timeZone })
        return {
          visitToken,
          zoneName: place.zone_name,
          signedInAt: (visit.signed_in_at ?? new Date()).toISOString(),
          hostName,
        }
      })
    }),

    present: api.visitors.present.use(anyone).handler(async ({ context, input }) => {
      await take(searchLimits, { door: 'kiosk', token: input.token }, context.ip)
      return atPlace(context, { door: 'kiosk', token: input.token }, async ({ tx }, { zone_id }) => ({
        visitors: (await findPresentVisits(tx, zone_id, toNameKey(input.search), visitNamesMost)).map(it => ({
          id: it.id,
          name: toShortName(it.name),
          company: it.company,
          signedInAt: it.signed_in_at.toISOString(),
        })),
      }))
    }),

    leave: api.visitors.leave.use(anyone).handler(async ({ context, input: { token, visitId } }) => {
      await take(searchLimits, { door: 'kiosk', token }, context.ip)
      return atPlace(context, { door: 'kiosk', token }, async (its, { zone_id }) => {
        const visit = await lockVisit(its.tx, zone_id, visitId)
        if (!visit || visit.signed_in_at === null) throw fail('VISIT_NOT_FOUND')
        // Anybody can tap on anybody here, and whoever is signed out is no longer missing.
        if ((await listEmergenciesIn(its.tx, zone_id, { endedWithinMs: 0, limit: 1 })).length > 0)
          throw fail('SIGN_OUT_IN_EMERGENCY')
        await signOutVisitor(its, visitId, { ended: 'self', endedBy: null })
        return { visitId }
      })
    }),

    own: api.visitors.own.use(anyone).handler(({ context, input: { token, language } }) =>
      forVisit(context, token, async ({ tx }, visit) => {
        const onRolls = { endedWithinMs: ALL_CLEAR_SHOWN_MS, limit: limits.ownEmergenciesMost }
        return ownVisitView(visit, await listVisitOnRolls(tx, visit.id, { ...onRolls, language }), language)
      }),
    ),

    ownLeave: api.visitors.ownLeave.use(anyone).handler(async ({ context, input: { token } }) => {
      await ownLimit.take(token)
      return forVisit(context, token, async (its, visit) => {
        await signOutVisitor(its, visit.id, { ended: 'self', endedBy: null })
        return { visitId: visit.id }
      })
    }),

    ownAnswer: api.visitors.ownAnswer.use(anyone).handler(async ({ context, input }) => {
      const { token, emergencyId, state, requestId, waitedMs } = input
      await ownLimit.take(token)
      return forVisit(context, token, async (its, visit) => {
        const rolls = await listVisitOnRolls(its.tx, visit.id, { limit: 100 })
        const emergency = rolls.find(it => it.id === emergencyId)
        if (!emergency) throw fail('EMERGENCY_NOT_FOUND')
        const { at } = toActionTime(waitedMs)
        requireBeforeAllClear(emergency, at)
        const [claimed] = await recordClaims(its, emergency, [emergency.person_id], {
          state,
          requestId,
          how: 'own',
          place: '',
          claimedBy: null,
          at: () => at,
        })
        if (!claimed) throw fail('EMERGENCY_NOT_FOUND')
        const { outcome } = claimed
        return {
          state: outcome.state,
          at: new Date(outcome.claim?.happenedAt ?? Date.now()).toISOString(),
        }
      })
    }),
  }
}

const readHost = async (tx: Tx, zoneId: string, hostId: string | null) =>
  (hostId && (await findHostName(tx, zoneId, hostId))) || ''
