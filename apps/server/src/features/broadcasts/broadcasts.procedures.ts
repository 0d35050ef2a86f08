import { id, instant } from '@muster/contract/ids.ts'
import { pairAnswers, toAnswers } from '@muster/domain/broadcast.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { loadPersonNames } from '../../db/person-names.ts'
import { pluck } from '../../db/rows.ts'
import { toActionTime } from '../../rpc/act-time.ts'
import { api, canSee, inZoneOf, signedIn } from '../../rpc/base.ts'
import type { RequestContext, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { createRateLimit } from '../../rpc/rate-limit.ts'
import { alertsEvents, markRead } from '../alerts/index.ts'
import { fileLinks, listBroadcastFiles } from '../files/index.ts'
import { findAnswer, markSeen, setAnswer } from './answers.queries.ts'
import { audienceProcedures } from './audience.procedures.ts'
import { broadcastReminderAlert } from './broadcasts.alerts.ts'
import { broadcastChangedEvent, broadcastsEvents } from './broadcasts.events.ts'
import { ofAudience, ofBroadcast } from './broadcasts.policy.ts'
import { countBroadcasts, findBroadcast, listBroadcasts } from './broadcasts.queries.ts'
import {
  broadcastView,
  callForHelpView,
  contactView,
  questionView,
  recipientView,
} from './broadcasts.view.ts'
import { editScheduled } from './edit-scheduled.ts'
import { followAnswer } from './follow-answer.ts'
import { hasOwnCall, listOwnCalls, ownCallView } from './own-calls.queries.ts'
import { endCallForHelp, listContacts, listOpenQuestions, readCallForHelp } from './questions.queries.ts'
import {
  countAnswers,
  listRecipients,
  listWhereabouts,
  readFigures,
  readProgress,
} from './recipients.queries.ts'
import { createBroadcast } from './send-broadcast.ts'
import { endQuestion, recallBroadcast, recordReminder } from './sending.queries.ts'

const broadcastCursors = createCursors('broadcasts', { at: [instant, 'news_at_exact'], id })
const recipientCursors = createCursors('recipients of a broadcast', {
  rank: z.int(),
  name: z.string(),
  id: [id, 'user_id'],
})
const sendLimit = { name: 'broadcast', points: 60, seconds: 60 * 60 }
/** A broadcast takes a point of `sendLimit` for as many recipients, and at most six, so that ten large ones an hour are always possible. */
const recipientsPerPoint = 500
const pointsMost = 6
/** Edits of scheduled broadcasts have their own limit, so that corrections never block an urgent one. */
const editLimit = { name: 'broadcast-edit', points: 120, seconds: 60 * 60 }
const seenLimit = { name: 'broadcast-seen', points: 120, seconds: 60 }
/** Limits answers, because each change between help and safe alerts the managers, including by email. */
const answerLimit = { name: 'broadcast-answer', points: 20, seconds: 10 * 60 }

/** Procedures for broadcasts to one zone or to all zones, including who saw and answered them. */
export const broadcastsProcedures = {
  ...audienceProcedures,

  list: api.broadcasts.list
    .use(signedIn())
    .handler(async ({ context: { tx, actor, linkTo }, input: { cursor, limit, ...filter } }) => {
      const page = await broadcastCursors.read({ cursor, limit }, it =>
        listBroadcasts(tx, actor.userId, filter, it),
      )
      const toPerson = await loadPersonNames(tx, pluck(page.rows, 'sender_id'))
      const filesByBroadcast = await listBroadcastFiles(tx, pluck(page.rows, 'id'))
      const questions = page.rows.filter(
        row => row.shows_answers && row.state === 'sent' && row.answers.length > 0,
      )
      const progressByBroadcast = await readProgress(tx, pluck(questions, 'id'))
      return page.map(row =>
        broadcastView(row, {
          names: toPerson,
          file: filesByBroadcast.get(row.id),
          progress: progressByBroadcast.get(row.id),
          linkTo,
        }),
      )
    }),

  get: api.broadcasts.get
    .use(canSee(ofBroadcast))
    .handler(async ({ context: { tx, broadcast: row, linkTo } }) => {
      const toPerson = await loadPersonNames(tx, [row.sender_id])
      const file = (await listBroadcastFiles(tx, [row.id])).get(row.id)
      const showsFigures = row.shows_answers && row.state === 'sent'
      const countsByAnswer = showsFigures ? await countAnswers(tx, row.id) : new Map<string, number>()
      const progressByBroadcast =
        showsFigures && row.answers.length > 0 ? await readProgress(tx, [row.id]) : new Map()
      const callForHelp = row.my_answer === null ? undefined : await readCallForHelp(tx, row.id)
      return {
        ...broadcastView(row, { names: toPerson, file, progress: progressByBroadcast.get(row.id), linkTo }),
        updatedAt: row.updated_at_exact,
        figures: showsFigures ? await readFigures(tx, row.id) : null,
        answerCounts: showsFigures
          ? pairAnswers(row.answers, row.answer_meanings).map(({ text, meaning }) => ({
              answer: text,
              meaning,
              people: countsByAnswer.get(text) ?? 0,
            }))
          : [],
        remindedAt: row.reminded_at?.toISOString() ?? null,
        questionEndedAt: row.question_ended_at?.toISOString() ?? null,
        contacts: row.my_state === null ? [] : (await listContacts(tx, row.id)).map(contactView),
        help: callForHelp ? callForHelpView(callForHelp) : null,
      }
    }),

  fileLink: api.broadcasts.fileLink
    .use(canSee(ofBroadcast))
    .handler(async ({ context: { tx, linkTo }, input: { broadcastId } }) => {
      const file = (await listBroadcastFiles(tx, [broadcastId])).get(broadcastId)
      if (!file) throw fail('FILE_NOT_FOUND')
      return fileLinks(file, linkTo)
    }),

  statistics: api.broadcasts.statistics.use(signedIn()).handler(async ({ context: { tx }, input }) => {
    const { total, today, this_week, ...countsByPriority } = await countBroadcasts(tx, input.zoneId, input)
    return { total, today, thisWeek: this_week, byPriority: countsByPriority }
  }),

  send: api.broadcasts.send
    .use(inZoneOf(ofAudience, 'broadcast', { rateLimit: sendLimit }))
    .handler(async ({ context, input: { sendAt, ...form } }) => {
      const { isNew, ...sent } = await createBroadcast(context, {
        ...form,
        answers: toAnswers(form.answers),
        senderId: context.actor.userId,
        sendAt: sendAt === null ? null : new Date(sendAt),
      })
      if (isNew) await chargeRecipients(context, sent.people)
      return sent
    }),

  update: api.broadcasts.update
    .use(inZoneOf(ofBroadcast, 'broadcast', { rateLimit: editLimit }))
    .handler(async ({ context, input: { broadcastId: _, sendAt, ...form } }) => {
      const changes = {
        ...form,
        answers: toAnswers(form.answers),
        editorId: context.actor.userId,
        sendAt: new Date(sendAt),
      }
      return { people: await editScheduled(context, context.broadcast, changes) }
    }),

  recall: api.broadcasts.recall
    .use(inZoneOf(ofBroadcast, 'broadcast'))
    .handler(async ({ context: { tx, publish, broadcast }, input: { broadcastId } }) => {
      if (!(await recallBroadcast(tx, broadcastId))) throw fail('BROADCAST_SENT')
      publish(broadcastsEvents, broadcastChangedEvent({ ...broadcast, state: 'recalled' }))
      return { recalled: true as const }
    }),

  remind: api.broadcasts.remind
    .use(inZoneOf(ofBroadcast, 'broadcast', { rateLimit: sendLimit }))
    .handler(async ({ context, input: { broadcastId } }) => {
      const { tx, publish, alert, broadcast } = context
      if (broadcast.state !== 'sent') throw fail('BROADCAST_NOT_SENT')
      if (broadcast.question_ended_at) throw fail('QUESTION_ENDED')
      const peopleCount = await recordReminder(tx, broadcastId)
      if (peopleCount === null) throw fail('REMINDED_ALREADY')
      await chargeRecipients(context, peopleCount)
      alert(broadcastReminderAlert(broadcast))
      publish(broadcastsEvents, broadcastChangedEvent(broadcast, { reminded: true }))
      return { people: peopleCount }
    }),

  endQuestion: api.broadcasts.endQuestion
    .use(inZoneOf(ofBroadcast, 'broadcast'))
    .handler(async ({ context: { tx, publish, broadcast }, input: { broadcastId } }) => {
      if (!(await endQuestion(tx, broadcastId))) throw fail('QUESTION_ENDED')
      // Announced like a reminder, because no new broadcast was sent.
      publish(broadcastsEvents, broadcastChangedEvent(broadcast, { reminded: true }))
      return { ended: true as const }
    }),

  recipients: api.broadcasts.recipients
    .use(inZoneOf(ofBroadcast, 'view_zone_users', { refuses: 'BROADCAST_NOT_FOUND' }))
    .handler(async ({ context: { tx, broadcast }, input: { cursor, limit, broadcastId, ...filter } }) => {
      const page = await recipientCursors.read({ cursor, limit }, it =>
        listRecipients(tx, broadcastId, filter, it),
      )
      const whereaboutsByUser = await listWhereabouts(
        tx,
        broadcast.zone_id,
        page.rows.map(it => it.user_id),
      )
      return page.map(it => recipientView(it, whereaboutsByUser.get(it.user_id)))
    }),

  openQuestions: api.broadcasts.openQuestions.use(signedIn()).handler(async ({ context: { tx, actor } }) => {
    const { rows, total } = await listOpenQuestions(tx, limits.openQuestionsMost)
    const hasOwnCalls = await hasOwnCall(tx, actor.userId)
    return { questions: rows.map(questionView), total, ...(hasOwnCalls && { hasOwnCalls }) }
  }),

  ownCalls: api.broadcasts.ownCalls.use(signedIn()).handler(async ({ context: { tx, actor } }) => ({
    calls: (await listOwnCalls(tx, actor.userId)).map(ownCallView),
  })),

  see: api.broadcasts.see
    .use(signedIn(null, { rateLimit: seenLimit }))
    .handler(async ({ context: { tx, publish, actor }, input: { broadcastId, personId, handled } }) => {
      const { userId } = actor
      const about = { meaning: 'help', answerTo: broadcastId, ...(personId && { personId }) }
      if (await markRead(tx, userId, { about })) publish(alertsEvents, { kind: 'alerts.changed', userId })
      if (personId && handled)
        for (const alertedId of await endCallForHelp(tx, broadcastId, personId))
          publish(alertsEvents, { kind: 'alerts.changed', userId: alertedId })
      // Opening one person's call for help does not mark the broadcast as seen, because the people responsible for that person may
      // not be able to read it.
      if (personId) return { seen: false }
      // Recipients who left the zone can no longer open it.
      if (!(await findBroadcast(tx, userId, broadcastId))) throw fail('BROADCAST_NOT_FOUND')
      return { seen: await markSeen(tx, userId, broadcastId) }
    }),

  answer: api.broadcasts.answer
    .use(canSee(ofBroadcast, null, { rateLimit: answerLimit }))
    .handler(async ({ context, input: { broadcastId, answer, waitedMs } }) => {
      const { tx, actor, broadcast } = context
      if (!broadcast.answers.includes(answer)) throw fail('ANSWER_UNKNOWN')
      const reply = { userId: actor.userId, broadcastId, answer, at: toActionTime(waitedMs).at }
      const savedAnswer = await setAnswer(tx, reply)
      if (savedAnswer !== undefined) await followAnswer(context, broadcast, reply)
      const currentAnswer = savedAnswer ?? (await findAnswer(tx, reply))
      if (currentAnswer === undefined) throw fail('BROADCAST_NOT_FOUND')
      return { answer: currentAnswer }
    }),
}

/** Takes the points beyond the one of the call. Throws TOO_MANY_REQUESTS, which takes the broadcast back. */
async function chargeRecipients(
  { db, actor }: Pick<RequestContext, 'db'> & { readonly actor: SignedInActor },
  people: number,
): Promise<void> {
  const cost = Math.min(pointsMost, Math.ceil(people / recipientsPerPoint)) - 1
  if (cost > 0) await createRateLimit(db.pool, sendLimit).take(actor.userId, cost)
}
