import { callsPeopleInside, emergencyKinds } from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import { DAY_SECONDS, HOUR_SECONDS, QUARTER_HOUR_SECONDS } from '@muster/domain/time-units.ts'
import {
  toHostName,
  toKioskCode,
  toNameKey,
  toPosterHalf,
  toShortName,
  type VisitDoor,
  visitNamesMost,
} from '@muster/domain/visitor.ts'
import type { Tx } from '../../db/database.ts'
import { toDisplayName } from '../../db/person-names.ts'
import { toAddressGroup } from '../../lib/address-group.ts'
import { createSecretLookUp, createToken, hashToken } from '../../lib/secrets.ts'
import { type WriteContext, write } from '../../live/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { toActionTime } from '../../rpc/act-time.ts'
import { anyoneWithSecret, api } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { countRefusal, createRateLimit, limitByAddress } from '../../rpc/rate-limit.ts'
import { listEmergenciesIn, listVisitOnRolls, recordAnswer } from '../emergencies/index.ts'
import { createHelpAlertChoice } from './choose-help-alerts.ts'
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
import { signInAtDoor } from './sign-in-visitor.ts'
import { signOutVisitor } from './sign-out-visitor.ts'
import { visitorsEvents } from './visitors.events.ts'
import { ownVisitView, placeView } from './visitors.view.ts'
import { findExpectedVisit, findPresentVisits, lockVisit } from './write-visits.queries.ts'

const ownerReason = 'whoever holds the token of a kiosk, poster or visit acts without an account'
/** How long the visitor's page shows that an emergency is over, for people who look at it late. */
const ALL_CLEAR_SHOWN_MS = 12 * HOUR_SECONDS * 1_000
/** How long kiosks and posters show it. Whoever comes later knows nothing of the emergency. */
const ALL_CLEAR_AT_DOOR_MS = HOUR_SECONDS * 1_000

/** The emergencies in which a kiosk signs nobody out: people leave or stay inside, and are looked for. */
const closingKinds = emergencyKinds.filter(callsPeopleInside)

/** Procedures for visitors at a kiosk, and on their own phone after scanning the zone's poster. */
export function visitingProcedures({ db, env }: Pick<Platform, 'db' | 'env'>) {
  const timeZone = env.TIME_ZONE
  const createLimit = (name: string, points: number, seconds: number) =>
    createRateLimit(db.pool, { name, points, seconds })
  /**
   * Only wrong codes, after the look-up: tokens cannot be guessed, and neither old pages nor wrong codes must stop kiosks. The queue
   * of unknown secrets limits guessing.
   */
  const codeLimit = limitByAddress(createLimit('visitor-code', 20, QUARTER_HOUR_SECONDS))
  /** Each kiosk by itself: a manager opened it, and the kiosks of a site share one address. */
  const kioskLimits = {
    signIn: createLimit('visitor-sign-in', 150, HOUR_SECONDS),
    search: createLimit('visitor-search', 300, QUARTER_HOUR_SECONDS),
  }
  /**
   * By address: whoever has a photograph can use it anywhere, and must not use it up for others. Guests on a site's Wi-Fi share one
   * address; half of the poster's daily sign-ins are more than a large meeting.
   */
  const posterLimits = {
    signIn: (place: PlaceRow) =>
      createLimit('visitor-sign-in-address', toPosterHalf(place.poster_day_most), DAY_SECONDS),
    search: () => createLimit('visitor-search-address', 300, QUARTER_HOUR_SECONDS),
  }
  const ownLimit = createLimit('visitor-own', 60, QUARTER_HOUR_SECONDS)
  const chooseHelpAlerts = createHelpAlertChoice(db.pool)

  const lookUpCode = createSecretLookUp(db.pool, {
    table: 'visitor_kiosks',
    hash: 'code_hash',
    where: 'code_expires_at > now()',
  })
  const lookUpKiosk = createSecretLookUp(db.pool, { table: 'visitor_kiosks' })
  const lookUpPoster = createSecretLookUp(db.pool, {
    table: 'visitor_settings',
    hash: 'poster_hash',
    key: 'zone_id',
  })
  const lookUpVisit = createSecretLookUp(db.pool, { table: 'visitor_visits' })
  /** A poster has a queue for each address, because everybody has its token. */
  const findDoor = async ({ door, token }: AtDoor, ip: string) => {
    if (door === 'kiosk') return lookUpKiosk(token)
    const zoneId = await lookUpPoster(token)
    return zoneId && `${zoneId} ${toAddressGroup(ip)}`
  }
  const withCode = anyoneWithSecret(({ code }: { code: string }) => lookUpCode(toKioskCode(code)))
  const withDoor = anyoneWithSecret(findDoor)
  const withToken = (lookUp: typeof lookUpVisit, options = {}) =>
    anyoneWithSecret(({ token }: { token: string }) => lookUp(token), options)
  const withKiosk = withToken(lookUpKiosk)
  const withVisit = withToken(lookUpVisit)
  const withVisitUrgently = withToken(lookUpVisit, { isUrgent: true })

  type AtDoor = { readonly door: VisitDoor; readonly token: string }

  /** Runs `work` where a kiosk or poster stands. Throws VISIT_LINK_INVALID. */
  async function atPlace<T>(
    { door, token }: AtDoor,
    work: (context: WriteContext, place: PlaceRow) => Promise<T>,
  ): Promise<T> {
    const hash = hashToken(token)
    return db.asOwner(ownerReason, tx =>
      write(tx, async context => {
        const place = await findPlace(tx, door, hash)
        if (!place) throw fail('VISIT_LINK_INVALID')
        if (door === 'kiosk') await noteKioskSeen(tx, hash)
        return work(context, place)
      }),
    )
  }

  /** Kiosk and poster are looked up before anything is counted, so tokens that are made up store nothing. */
  async function atPlaceWithin<T>(
    limit: keyof typeof kioskLimits,
    { ip }: { readonly ip: string },
    its: AtDoor,
    work: (context: WriteContext, place: PlaceRow) => Promise<T>,
  ): Promise<T> {
    const { door, token } = its
    const place = await db.asOwner(ownerReason, tx => findPlace(tx, door, hashToken(token)))
    if (!place) throw fail('VISIT_LINK_INVALID')
    if (door === 'kiosk') await kioskLimits[limit].take(token)
    else await posterLimits[limit](place).take(`${token}:${toAddressGroup(ip)}`)
    return atPlace(its, work)
  }

  /** Finds the visit of a token. Throws VISIT_LINK_INVALID. */
  async function requireOwnVisit(tx: Tx, token: string): Promise<OwnVisitRow> {
    const visit = await findOwnVisit(tx, hashToken(token))
    if (!visit) throw fail('VISIT_LINK_INVALID')
    return visit
  }

  /** Runs `work` for the visit of a token. Throws VISIT_LINK_INVALID. */
  const forVisit = <T>(token: string, work: (context: WriteContext, visit: OwnVisitRow) => Promise<T>) =>
    db.asOwner(ownerReason, tx => write(tx, async context => work(context, await requireOwnVisit(tx, token))))

  return {
    startKiosk: api.visitors.startKiosk.use(withCode).handler(({ context: { ip }, input: { code } }) =>
      countRefusal(codeLimit, ip, async () => {
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

    place: api.visitors.place.use(withDoor).handler(({ input }) =>
      atPlace(input, async ({ tx }, place) => {
        const filter = {
          endedWithinMs: ALL_CLEAR_AT_DOOR_MS,
          language: input.language,
          limit: limits.ownEmergenciesMost,
        }
        return placeView(place, await listEmergenciesIn(tx, place.zone_id, filter))
      }),
    ),

    hosts: api.visitors.hosts.use(withDoor).handler(({ context, input }) =>
      atPlaceWithin('search', context, input, async ({ tx }, { zone_id }) => ({
        hosts: (await findHosts(tx, zone_id, input.search)).map(it => ({
          id: it.id,
          name: toHostName(toDisplayName(it.name), input.door),
        })),
      })),
    ),

    expected: api.visitors.expected.use(withDoor).handler(({ context, input }) =>
      atPlaceWithin('search', context, input, async ({ tx }, { zone_id: zoneId }) => {
        const visit = await findExpectedVisit(tx, { zoneId, timeZone, nameKey: toNameKey(input.name) })
        return {
          expected: visit
            ? { hostName: toHostName(await readHost(tx, zoneId, visit.host_id), input.door) }
            : null,
        }
      }),
    ),

    signIn: api.visitors.signIn.use(withDoor).handler(({ context, input }) =>
      atPlaceWithin('signIn', context, input, async (its, place) => {
        const { visit, visitToken, hostName } = await signInAtDoor(its, place, { ...input, timeZone })
        return {
          visitToken,
          zoneName: place.zone_name,
          signedInAt: (visit.signed_in_at ?? new Date()).toISOString(),
          hostName,
        }
      }),
    ),

    present: api.visitors.present.use(withKiosk).handler(({ context, input: { token, search } }) =>
      atPlaceWithin('search', context, { door: 'kiosk', token }, async ({ tx }, { zone_id }) => ({
        visitors: (await findPresentVisits(tx, zone_id, toNameKey(search), visitNamesMost)).map(it => ({
          id: it.id,
          name: toShortName(it.name),
          company: it.company,
          signedInAt: it.signed_in_at.toISOString(),
        })),
      })),
    ),

    leave: api.visitors.leave.use(withKiosk).handler(({ context, input: { token, visitId } }) =>
      atPlaceWithin('search', context, { door: 'kiosk', token }, async (its, { zone_id }) => {
        const visit = await lockVisit(its.tx, zone_id, visitId)
        if (!visit || visit.signed_in_at === null) throw fail('VISIT_NOT_FOUND')
        // Anybody can tap on anybody here, and whoever is signed out is no longer missing.
        const filter = { endedWithinMs: 0, kinds: closingKinds, limit: 1 }
        if ((await listEmergenciesIn(its.tx, zone_id, filter)).length > 0) throw fail('SIGN_OUT_IN_EMERGENCY')
        await signOutVisitor(its, visitId, { ended: 'self', endedBy: null })
        return { visitId }
      }),
    ),

    own: api.visitors.own.use(withVisit).handler(({ input: { token, language } }) =>
      forVisit(token, async ({ tx }, visit) => {
        const onRolls = { endedWithinMs: ALL_CLEAR_SHOWN_MS, limit: limits.ownEmergenciesMost }
        return ownVisitView(visit, await listVisitOnRolls(tx, visit.id, { ...onRolls, language }), language)
      }),
    ),

    ownLeave: api.visitors.ownLeave.use(withVisit).handler(async ({ input: { token } }) => {
      await ownLimit.take((await db.asOwner(ownerReason, tx => requireOwnVisit(tx, token))).id)
      return forVisit(token, async (its, visit) => {
        await signOutVisitor(its, visit.id, { ended: 'self', endedBy: null })
        return { visitId: visit.id }
      })
    }),

    ownAnswer: api.visitors.ownAnswer.use(withVisitUrgently).handler(async ({ context, input }) => {
      const { token, emergencyId, state, undoes, choice, orderedAt, requestId, waitedMs } = input
      const known = await db.asOwner(ownerReason, async tx => {
        const visit = await requireOwnVisit(tx, token)
        return { visit, emergency: await findVisitOnRoll(tx, visit.id, emergencyId) }
      })
      await ownLimit.take(known.visit.id)
      if (!known.emergency) throw fail('EMERGENCY_NOT_FOUND')
      const helpAlerts = await chooseHelpAlerts({
        visit: known.visit,
        emergencyId,
        state,
        wasHelp: known.emergency.person_state === 'help',
        ip: context.ip,
      })
      return forVisit(token, async (its, visit) => {
        const emergency = await findVisitOnRoll(its.tx, visit.id, emergencyId)
        if (!emergency) throw fail('EMERGENCY_NOT_FOUND')
        const { at } = toActionTime(waitedMs)
        return recordAnswer(its, emergency, emergency.person_id, {
          ...{ state, undoes, choice, orderedAt, requestId, at, claimedBy: null, helpAlerts },
        })
      })
    }),
  }
}

const readHost = async (tx: Tx, zoneId: string, hostId: string | null) =>
  (hostId && (await findHostName(tx, zoneId, hostId))) || ''

const findVisitOnRoll = async (tx: Tx, visitId: string, emergencyId: string) =>
  (await listVisitOnRolls(tx, visitId, { limit: 100 })).find(it => it.id === emergencyId)
