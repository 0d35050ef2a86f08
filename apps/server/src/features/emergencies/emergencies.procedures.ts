import { id, instant } from '@muster/contract/ids.ts'
import { isAccounted, type RollSort } from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { pluck } from '../../db/rows.ts'
import type { Platform } from '../../platform/platform.ts'
import { toActionTime } from '../../rpc/act-time.ts'
import { api, canSee, inZone, inZoneOf, signedIn } from '../../rpc/base.ts'
import { createCursors } from '../../rpc/paging.ts'
import { readOtherLanguages } from '../../rpc/request-language.ts'
import { alertsEvents, markRead } from '../alerts/index.ts'
import { addByHand } from './add-by-hand.ts'
import { listPoints } from './assembly-points.queries.ts'
import { readBoardFacts } from './board/board.queries.ts'
import { listBoardMoments } from './board/board-moments.queries.ts'
import { countOnRoll, countOnRolls } from './board/roll-counts.queries.ts'
import { type CaptainMoment, listCaptainMoments } from './captains/captain-moments.queries.ts'
import { changeOrder } from './change-order.ts'
import { requireMark } from './claim-guards.ts'
import { sourcesOfCall } from './emergencies.alerts.ts'
import { ofEmergency, ofEndableEmergency, ofManagedEmergency, ofOwnRoll } from './emergencies.policy.ts'
import { isToEarlierOrder, listEmergencies, listOwnEmergencies } from './emergencies.queries.ts'
import { emergencyView, leaverView, ownAllClearView, ownEmergencyView } from './emergencies.view.ts'
import { isEndedByTime } from './end-emergency.ts'
import { listHelperMoments, listOwnHelp } from './help.queries.ts'
import { listLeavers } from './leavers.queries.ts'
import { joinRoll, noteNotThere } from './nearby.ts'
import { noteBoardView } from './note-views.ts'
import { findOwnConcerns, listNearbyEmergencies, listOwnAllClears } from './own-emergencies.queries.ts'
import { loadPersonNames, toPersonNames } from './person-names.ts'
import { recordAnswer } from './record-answer.ts'
import { recordClaims } from './record-claims.ts'
import { listClaims, listReportRows, summarizeOutcomes } from './report.queries.ts'
import { toRollName } from './roll-name.ts'
import { listPeople } from './roll-people.queries.ts'
import { loadPersonView } from './roll-people.view.ts'
import { setPoints } from './set-points.ts'

const emergencyCursors = createCursors('emergencies', {
  ended: z.boolean(),
  at: [instant, 'declared_at_exact'],
  id,
})
const leaverCursors = createCursors('people who left', { at: [instant, 'left_at_exact'], id })
const createPersonCursors = (sort: RollSort) =>
  createCursors('people of an emergency', {
    sort: z.literal(sort),
    section: z.int().min(0).max(2),
    key: [sort === 'unseen' ? instant : z.string(), 'sort_key'],
    name: [z.string(), 'sort_name'],
    id,
  })

const rollReason = 'the roll counts everybody inside, whoever they are, and only the server writes it'
/** Limits answers, because each change between help and safe alerts the managers. */
const answerLimit = { name: 'emergency-answer', points: 30, seconds: 10 * 60 }
const markLimit = { name: 'emergency-mark', points: 600, seconds: 60 }
const orderLimit = { name: 'emergency-order', points: 30, seconds: 60 * 60 }
const pointsLimit = { name: 'assembly-points', points: 60, seconds: 60 * 60 }
const maxCallsInReport = 200
const maxMomentsInReport = 200
const maxCaptainMoments = 200
const maxLongest = 50
const maxCorrections = 200

/** Procedures for emergencies and drills: calling people, their answers, the board and the report. */
export const createEmergenciesProcedures = ({ env }: Pick<Platform, 'env'>) => ({
  points: api.emergencies.points.use(inZone('view_zones')).handler(async ({ context: { tx }, input }) => ({
    points: await listPoints(tx, input.zoneId, limits.assemblyPointsMost),
  })),

  setPoints: api.emergencies.setPoints
    .use(inZone('broadcast', { rateLimit: pointsLimit }))
    .handler(async ({ context, input: { zoneId, ...change } }) => {
      await setPoints(context, change, { zoneId, actorId: context.actor.userId })
      return { points: await listPoints(context.tx, zoneId, limits.assemblyPointsMost) }
    }),

  list: api.emergencies.list
    .use(signedIn())
    .handler(async ({ context: { tx }, input: { cursor, limit, open } }) => {
      const page = await emergencyCursors.read({ cursor, limit }, it =>
        listEmergencies(tx, it, { onlyOpen: open === true, installation: env.TIME_ZONE }),
      )
      const names = await loadPersonNames(tx, pluck(page.rows, 'declared_by'))
      const readRoll = await countOnRolls(tx, pluck(page.rows, 'id'))
      return page.map(row =>
        emergencyView(row, {
          ...{ names, timeZone: row.time_zone, roll: readRoll(row.id), zoneIds: row.zone_ids },
        }),
      )
    }),

  mine: api.emergencies.mine
    .use(signedIn(null, { asOwner: 'the declarer’s telephone number is for everybody on the roll' }))
    .handler(async ({ context: { tx, actor, headers } }) => {
      const most = limits.ownEmergenciesMost
      const readers = { languages: readOtherLanguages(headers), limit: most }
      const concerns = await findOwnConcerns(tx, actor.userId)
      const own = concerns.own ? await listOwnEmergencies(tx, actor.userId, readers) : []
      const ended = concerns.ended ? await listOwnAllClears(tx, actor.userId, most) : []
      const nearby = concerns.nearby ? await listNearbyEmergencies(tx, actor.userId, readers) : []
      // Everybody who is called reads this, and few need help.
      const help = own.some(it => it.state === 'help') ? await listOwnHelp(tx, actor.userId) : []
      return {
        emergencies: own.map(row =>
          ownEmergencyView(
            row,
            help.find(it => it.emergency_id === row.id),
          ),
        ),
        ended: ended.map(ownAllClearView),
        nearby: nearby.map(row => ownEmergencyView(row)),
      }
    }),

  get: api.emergencies.get
    .use(inZoneOf(ofEmergency, 'view_zones'))
    .handler(async ({ context: { tx, emergency } }) => {
      const roll = await countOnRoll(tx, emergency.id)
      const { names: seenNames, ...facts } = await readBoardFacts(tx, emergency, {
        ...{ installation: env.TIME_ZONE, zonesMost: limits.emergencyZonesMost },
      })
      const names = toPersonNames(seenNames)
      const zoneIds = facts.zones.map(it => it.id)
      return {
        ...roll,
        ...facts,
        ...emergencyView(emergency, { names, timeZone: facts.timeZone, roll, zoneIds }),
        allClearBy:
          emergency.all_clear_at === null || isEndedByTime(emergency) ? null : names(emergency.all_clear_by),
      }
    }),

  people: api.emergencies.people
    .use(inZoneOf(ofEmergency, 'view_zones'))
    .handler(async ({ context, input: { cursor, limit, emergencyId: _, ...filter } }) => {
      const { tx, emergency, actor } = context
      await noteBoardView(context, emergency.id)
      const page = await createPersonCursors(filter.sort).read({ cursor, limit }, it =>
        listPeople(tx, emergency.id, filter, it),
      )
      return page.map(await loadPersonView(tx, emergency, page.rows, { userId: actor.userId }))
    }),

  leftBefore: api.emergencies.leftBefore
    .use(inZoneOf(ofEmergency, 'view_zones'))
    .handler(async ({ context: { tx, emergency }, input: { cursor, limit } }) => {
      const page = await leaverCursors.read({ cursor, limit }, it => listLeavers(tx, emergency.id, it))
      return page.map(leaverView)
    }),

  answer: api.emergencies.answer
    .use(canSee(ofOwnRoll, null, { asOwner: rollReason, rateLimit: answerLimit }))
    .handler(async ({ context, input: { state, undoes, choice, orderedAt, requestId, waitedMs } }) => {
      const { tx, publish, actor, own_roll } = context
      const { at } = toActionTime(waitedMs)
      if (state === 'not_there') return noteNotThere(context, own_roll, actor.userId)
      const personId = own_roll.person_id ?? (await joinRoll(context, own_roll, actor.userId))
      const outcome = await recordAnswer(context, own_roll, personId, {
        ...{ state, undoes, choice, orderedAt, requestId, at, claimedBy: actor.userId },
      })
      // The alert with the present order stays unread.
      if (!isToEarlierOrder(own_roll, orderedAt))
        await markRead(tx, actor.userId, { sources: sourcesOfCall(own_roll.id) })
      publish(alertsEvents, { kind: 'alerts.changed', userId: actor.userId })
      return outcome
    }),

  // Without the PIN, because a captain must not be stopped by an entry that expired during an emergency.
  mark: api.emergencies.mark
    .use(
      inZoneOf(ofManagedEmergency, 'view_zones', {
        asOwner: rollReason,
        withoutPin: true,
        rateLimit: markLimit,
      }),
    )
    .handler(async ({ context, input: { personIds, state, undoes, place, requestId, waitedMs } }) => {
      const { at } = toActionTime(waitedMs)
      const claim = { state, undoes, how: 'captain', claimedBy: context.actor.userId } as const
      await requireMark(context.tx, context.emergency, { ...claim, personIds, at })
      const claimed = await recordClaims(context, context.emergency, personIds, {
        ...claim,
        place,
        requestId,
        at: () => at,
      })
      for (const { person } of claimed)
        if (person.user_id) context.publish(alertsEvents, { kind: 'alerts.changed', userId: person.user_id })
      return { people: claimed.length }
    }),

  addPerson: api.emergencies.addPerson
    .use(inZoneOf(ofManagedEmergency, 'view_zones', { asOwner: rollReason, rateLimit: markLimit }))
    .handler(async ({ context, input: { emergencyId: _, ...form } }) => ({
      personId: await addByHand(context, context.emergency, { ...form, addedBy: context.actor.userId }),
    })),

  changeOrder: api.emergencies.changeOrder
    .use(inZoneOf(ofEndableEmergency, 'view_zones', { asOwner: rollReason, rateLimit: orderLimit }))
    .handler(({ context, input: { emergencyId: _, ...form } }) =>
      changeOrder(context, context.emergency, { ...form, givenBy: context.actor.userId }),
    ),

  report: api.emergencies.report
    .use(inZoneOf(ofEmergency, 'view_zones'))
    .handler(async ({ context: { tx, emergency } }) => {
      const rows = await listReportRows(tx, emergency)
      const { states, accountedMs, hows, longest } = summarizeOutcomes(rows, emergency, maxLongest)
      const corrections = listClaims(rows, 'corrections', maxCorrections)
      const moments = await listBoardMoments(tx, emergency.id, maxMomentsInReport)
      const captainMoments: CaptainMoment[] = [
        ...(await listCaptainMoments(tx, emergency.id, maxCaptainMoments)),
        ...(await listHelperMoments(tx, emergency.id, maxMomentsInReport)).map(
          ({ at, what, user_id, ...person }) => ({ at, what, user_id, subject: toRollName(person) }),
        ),
      ]
      const names = await loadPersonNames(tx, [
        emergency.declared_by,
        emergency.all_clear_by,
        ...[...moments, ...captainMoments].map(it => it.user_id),
        ...corrections.map(it => it.claim.claimedBy ?? null),
      ])
      return {
        states,
        countsAsDrill: emergency.drill
          ? emergency.counts_as_drill && !emergency.broken_off && !isEndedByTime(emergency)
          : null,
        accountedMs,
        hows,
        timeline: [
          {
            at: emergency.declared_at.toISOString(),
            what: 'declared' as const,
            name: names(emergency.declared_by).name,
          },
          ...[
            ...listClaims(rows, 'calls', maxCallsInReport).map(({ person, claim }) => ({
              at: new Date(claim.happenedAt),
              what: claim.state === 'undone' ? ('help_undone' as const) : ('help' as const),
              name: toRollName(person),
            })),
            ...moments.map(({ at, what, user_id, order }) => ({
              at,
              what,
              ...(order && { order }),
              // Nobody opens a link by name, and one may end with the rights of its maker.
              name:
                what === 'link_opened' || (what === 'link_revoked' && user_id === null)
                  ? ''
                  : names(user_id).name,
            })),
            ...emergency.sent_reminders.map(({ at, ...it }) => ({ ...it, at: new Date(at), name: '' })),
            ...captainMoments.map(({ user_id, ...moment }) => ({
              ...moment,
              // Rounds, and teams that ended by themselves, have nobody who did it.
              name:
                moment.what === 'team_round' || (moment.what === 'team_ended' && user_id === null)
                  ? ''
                  : names(user_id).name,
            })),
          ]
            .sort((one, other) => one.at.getTime() - other.at.getTime())
            .map(it => ({ ...it, at: it.at.toISOString() })),
          ...(emergency.all_clear_at
            ? [
                {
                  at: emergency.all_clear_at.toISOString(),
                  what: emergency.broken_off ? ('broken_off' as const) : ('all_clear' as const),
                  // Empty if the drill ended by itself.
                  name: isEndedByTime(emergency) ? '' : names(emergency.all_clear_by).name,
                },
              ]
            : []),
        ],
        longest: longest.map(({ missingMs, state, ...person }) => ({
          name: toRollName(person),
          missingMs,
          accounted: isAccounted(state),
        })),
        corrections: corrections.map(({ person, claim }) => ({
          at: new Date(claim.happenedAt).toISOString(),
          name: toRollName(person),
          state: claim.state,
          by: names(claim.claimedBy ?? null).name,
        })),
      }
    }),
})
