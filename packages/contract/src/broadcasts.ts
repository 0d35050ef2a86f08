import {
  answerMeanings,
  broadcastPriorities,
  broadcastStates,
  recipientStates,
} from '@muster/domain/broadcast.ts'
import { limits } from '@muster/domain/limits.ts'
import { zoneRoles } from '@muster/domain/role.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant, waitedMs } from './ids.ts'
import { page, paging, trueOrText } from './paging.ts'
import { presenceStatus } from './presence-word.ts'
import { reachCounts } from './reach.ts'
import { attachment, fileLinks } from './stored-files.ts'
import { oneLine, text } from './texts.ts'

const maxBroadcastGroups = 50

const { signedIn, inZone } = callsTagged('broadcasts')

const group = z.object({ id, name: z.string() })
export type BroadcastGroup = z.infer<typeof group>

/**
 * A target group. `name` is the group's name when it was chosen. It is empty if that name was not stored, and generic if the group
 * is hidden from the caller.
 */
const targetGroup = group.extend({ deleted: z.boolean() })

/** The number of recipients, in total and by delivery state. Each person is in exactly one state. */
export const broadcastFigures = z.object({
  people: z.int(),
  queued: z.int(),
  delivered: z.int(),
  pushed: z.int(),
  seen: z.int(),
  answered: z.int(),
  unreachable: z.int(),
})
export type BroadcastFigures = z.infer<typeof broadcastFigures>

/** An available answer, and its meaning for the people who monitor the answers. */
export const broadcastAnswer = z.object({ text: z.string(), meaning: z.enum(answerMeanings) })
export type BroadcastAnswer = z.infer<typeof broadcastAnswer>
const answers = z.array(broadcastAnswer).max(limits.broadcastAnswersMost)

export const broadcast = z.object({
  id,
  title: z.string(),
  message: z.string(),
  priority: z.enum(broadcastPriorities),
  state: z.enum(broadcastStates),
  /** Null means all zones. */
  zoneId: id.nullable(),
  zoneName: z.string().nullable(),
  senderId: id.nullable(),
  senderName: z.string(),
  targetRoles: z.array(z.enum(zoneRoles)).max(zoneRoles.length),
  targetGroups: z.array(targetGroup).max(maxBroadcastGroups),
  /** True if the broadcast only went to people who were inside when it was sent. */
  insideOnly: z.boolean(),
  /** The available answers; empty if the broadcast asks nothing. */
  answers,
  /** The caller's state and answer; null if they are not a recipient. */
  mine: z.object({ state: z.enum(recipientStates), answer: z.string().nullable() }).nullable(),
  attachment: attachment.nullable(),
  /** True if the caller may send reminders and recall the broadcast. */
  mayManage: z.boolean(),
  /** Counts the answers to a sent question. Null unless the caller looks after the zone's people and has entered the zone. */
  progress: z.object({ people: z.int(), answered: z.int(), help: z.int() }).nullable(),
  createdAt: instant,
  sendAt: instant.nullable(),
  sentAt: instant.nullable(),
})
export type Broadcast = z.infer<typeof broadcast>

/** Whom a recipient of an urgent question can call: at most two, the sender first, then managers of their zones. */
const contacts = z.array(z.object({ name: z.string(), phone: z.string() })).max(2)

export const broadcastDetail = broadcast.extend({
  /** When the content last changed. An edit must send this value. */
  updatedAt: instant,
  /** Null unless the caller looks after the zone's people and has entered the zone. */
  figures: broadcastFigures.nullable(),
  answerCounts: z
    .array(z.object({ answer: z.string(), meaning: z.enum(answerMeanings), people: z.int() }))
    .max(limits.broadcastAnswersMost),
  remindedAt: instant.nullable(),
  /** When an urgent question ended, automatically or by a sender; null while it is open, and for other broadcasts. */
  questionEndedAt: instant.nullable(),
  contacts,
  /**
   * Set if the caller answered that they need help: the number of people alerted, up to three who have seen the alert, and the
   * people the caller can phone.
   */
  help: z
    .object({
      alerted: z.int(),
      seenBy: z.array(z.string()).max(3),
      contacts,
    })
    .nullable(),
})
export type BroadcastDetail = z.infer<typeof broadcastDetail>

export const broadcastRecipient = z.object({
  userId: id,
  name: z.string(),
  state: z.enum(recipientStates),
  answer: z.string().nullable(),
  meaning: z.enum(answerMeanings).nullable(),
  /**
   * The zone in which somebody looks after the person: the broadcast's zone, or one of the person's zones if the broadcast goes to
   * all zones. Null for former members.
   */
  zone: z.object({ id, name: z.string() }).nullable(),
  /** The person's presence in that zone, if the caller may see it. */
  presence: z.object({ word: presenceStatus, lastSeen: instant.nullable() }).nullable(),
  /** The reason why the person was not reached. */
  reason: z.string().nullable(),
  at: instant,
})
export type BroadcastRecipient = z.infer<typeof broadcastRecipient>

/** The audience. Without roles and groups, it is everybody in the zone. */
const people = {
  targetRoles: fitting(z.array(z.enum(zoneRoles)).max(zoneRoles.length), 'text[]').default([]),
  targetGroups: fitting(z.array(id).max(maxBroadcastGroups), 'uuid[]').default([]),
  insideOnly: z.boolean().default(false),
}
const targetFields = {
  /** Null means all zones. */
  zoneId: id.nullable(),
  ...people,
}

/** The intended recipients whom the broadcast does not reach, by reason. Each person is counted once. */
export const unreached = z.object({
  /** People who have not accepted the invitation to the zone yet. */
  invited: z.int(),
  /** People whose account is suspended or inactive. */
  inactive: z.int(),
  /** People whose zone is suspended or waiting for approval. */
  closedZone: z.int(),
  /** People whose role may only read urgent broadcasts. */
  byRole: z.array(z.object({ role: z.enum(zoneRoles), people: z.int() })).max(zoneRoles.length),
})
export type Unreached = z.infer<typeof unreached>

const answerText = oneLine(40).min(1)

const contentFields = {
  title: oneLine(limits.titleMaxLength).min(1, 'Please fill in all required fields'),
  message: text(limits.messageMaxLength).min(1, 'Please fill in all required fields'),
  priority: z.enum(broadcastPriorities).default('normal'),
  /** Older versions of the app send plain strings. */
  answers: fitting(
    z
      .array(z.union([answerText, z.strictObject({ text: answerText, meaning: z.enum(answerMeanings) })]))
      .max(limits.broadcastAnswersMost),
    'text[]',
  ).default([]),
}

export const broadcastTemplate = z.object({
  id,
  name: z.string(),
  title: z.string(),
  message: z.string(),
  priority: z.enum(broadcastPriorities),
  answers,
})
export type BroadcastTemplate = z.infer<typeof broadcastTemplate>

/** An urgent question waiting for the caller's answer. */
export const openQuestion = z.object({
  id,
  title: z.string(),
  message: z.string(),
  zoneName: z.string().nullable(),
  answers,
  sentAt: instant,
  /** Stored on the device with the question, so that the recipient can call these people without a network. */
  contacts,
})
export type OpenQuestion = z.infer<typeof openQuestion>

/** A call for help that the caller gave as an answer, and has not withdrawn. */
export const ownCall = z.object({
  broadcastId: id,
  title: z.string(),
  answer: z.string(),
  at: instant,
  help: z.object({ alerted: z.int(), seenBy: z.array(z.string()).max(3), contacts }),
  /** The caller's last position as those who were alerted see it; null if they see none. */
  position: z.object({ at: instant, accuracyMeters: z.number().nullable() }).nullable(),
})
export type OwnCall = z.infer<typeof ownCall>

const broadcastRef = z.strictObject({ broadcastId: id })

export const broadcasts = {
  /** To a zone and to all or, without `zoneId`, all the caller may read; by the time of sending, else of writing. */
  list: signedIn('GET /broadcasts', 'list_broadcasts', 'List broadcasts, newest first')
    .input(
      paging.extend({
        zoneId: id.optional(),
        search: text(200).optional(),
        priority: z.enum(broadcastPriorities).optional(),
        /** A group, or `none` for broadcasts to all users. */
        group: z.union([z.literal('none'), id]).optional(),
        senderId: id.optional(),
        /** Only broadcasts that were sent, which excludes scheduled and recalled ones. */
        sent: trueOrText.optional(),
        /** Only sent broadcasts that ask the caller something they have not answered yet. */
        unanswered: trueOrText.optional(),
      }),
    )
    .output(page(broadcast))
    .errors(pick('CURSOR_INVALID')),
  get: signedIn('GET /broadcasts/{broadcastId}', 'get_broadcast', 'Read one broadcast')
    .input(broadcastRef)
    .output(broadcastDetail)
    .errors(pick('BROADCAST_NOT_FOUND')),
  /** Returns new links that open the attachment for five minutes. */
  fileLink: signedIn(
    'POST /broadcasts/{broadcastId}/file/link',
    'link_broadcast_file',
    'Make a link that opens the attachment of a broadcast for five minutes',
  )
    .input(broadcastRef)
    .output(fileLinks)
    .errors(pick('BROADCAST_NOT_FOUND', 'FILE_NOT_FOUND')),
  /**
   * Counts the broadcasts in total, today, this week, and by priority. `today` and `week` are the starts of the day and week in the
   * reader's time zone.
   */
  statistics: signedIn(
    'GET /broadcasts/statistics',
    'get_broadcast_statistics',
    'Count broadcasts in all, today, this week and by priority',
  )
    .input(z.strictObject({ zoneId: id.optional(), today: instant, week: instant }))
    .output(
      z.object({
        total: z.int(),
        today: z.int(),
        thisWeek: z.int(),
        byPriority: z.object({ low: z.int(), normal: z.int(), high: z.int(), urgent: z.int() }),
      }),
    ),
  /** Counts the intended recipients it would not reach, too. */
  preview: inZone('POST /broadcasts/preview', 'preview_broadcast', 'Count the people a broadcast would reach')
    .input(
      z.strictObject({
        ...targetFields,
        priority: contentFields.priority,
        /** The scheduled broadcast being edited. Its sender is not a recipient. */
        broadcastId: id.optional(),
      }),
    )
    .output(z.object({ people: z.int(), reach: reachCounts, unreached })),
  /** The client creates `requestId`, so a repeated request sends only one broadcast. */
  send: inZone('POST /broadcasts', 'send_broadcast', 'Send a broadcast, now or later', 201)
    .input(
      z.strictObject({
        ...targetFields,
        ...contentFields,
        requestId: id,
        sendAt: instant.nullable().default(null),
        /** An id from the upload endpoint. */
        fileId: id.nullable().default(null),
      }),
    )
    .output(z.object({ broadcastId: id, people: z.int() }))
    .errors(pick('REQUEST_ID_TAKEN', 'GROUP_NOT_FOUND', 'FILE_NOT_FOUND', 'SEND_TIME_INVALID')),
  /** Not its zone. `targetGroups` may contain deleted groups beside at least one that exists. */
  update: inZone('PUT /broadcasts/{broadcastId}', 'update_broadcast', 'Change a scheduled broadcast')
    .input(
      z.strictObject({
        broadcastId: id,
        ...people,
        ...contentFields,
        sendAt: instant,
        /** A new upload replaces the attachment; null removes it, and omitting it keeps it. */
        fileId: id.nullable().optional(),
        /**
         * The version on which the edit is based. The edit is rejected if somebody else has changed the broadcast since. Older
         * versions of the app omit this field.
         */
        updatedAt: instant.optional(),
      }),
    )
    .output(z.object({ people: z.int() }))
    .errors(
      pick(
        'BROADCAST_NOT_FOUND',
        'BROADCAST_SENT',
        'BROADCAST_RECALLED',
        'BROADCAST_CHANGED',
        'GROUP_NOT_FOUND',
        'FILE_NOT_FOUND',
        'SEND_TIME_INVALID',
      ),
    ),
  recall: inZone(
    'POST /broadcasts/{broadcastId}/recall',
    'recall_broadcast',
    'Take a scheduled broadcast back',
  )
    .input(broadcastRef)
    .output(z.object({ recalled: z.literal(true) }))
    .errors(pick('BROADCAST_NOT_FOUND', 'BROADCAST_SENT')),
  /** Sends another alert to everybody who has not answered or, if no answer is requested, has not seen the broadcast. */
  remind: inZone(
    'POST /broadcasts/{broadcastId}/remind',
    'remind_broadcast',
    'Remind those who have not answered',
  )
    .input(broadcastRef)
    .output(z.object({ people: z.int() }))
    .errors(pick('BROADCAST_NOT_FOUND', 'BROADCAST_NOT_SENT', 'QUESTION_ENDED', 'REMINDED_ALREADY')),
  /** Removes an urgent question from the screens of people who have not answered. They can still answer in the broadcast. */
  endQuestion: inZone('POST /broadcasts/{broadcastId}/end-question', 'end_question', 'End an urgent question')
    .input(broadcastRef)
    .output(z.object({ ended: z.literal(true) }))
    .errors(pick('BROADCAST_NOT_FOUND', 'QUESTION_ENDED')),
  recipients: inZone(
    'GET /broadcasts/{broadcastId}/recipients',
    'list_broadcast_recipients',
    'List who a broadcast went to, by state',
  )
    .input(
      paging.extend({
        broadcastId: id,
        state: z.enum(recipientStates).optional(),
        /** Only people who have not answered or, if no answer is requested, have not seen it. */
        waiting: trueOrText.optional(),
        /** Only people who gave this answer. */
        answer: answerText.optional(),
        search: text(200).optional(),
      }),
    )
    .output(page(broadcastRecipient))
    .errors(pick('CURSOR_INVALID', 'BROADCAST_NOT_FOUND')),
  /** Lists the open urgent questions that the caller has not answered, newest first, for the bar on every screen. */
  openQuestions: signedIn(
    'GET /broadcasts/open-questions',
    'list_open_questions',
    'List the urgent questions one has not answered, newest first',
  ).output(
    z.object({
      questions: z.array(openQuestion).max(limits.openQuestionsMost),
      total: z.int(),
      /** True if the caller has calls for help of their own, which `ownCalls` lists. */
      hasOwnCalls: z.boolean().optional(),
    }),
  ),
  /** Lists the caller's own calls for help of the last day that nobody ended, newest first, for the bar on every screen. */
  ownCalls: signedIn(
    'GET /broadcasts/own-calls',
    'list_own_calls_for_help',
    'List one’s own calls for help, with who has seen them',
  ).output(z.object({ calls: z.array(ownCall).max(limits.ownCallsMost) })),
  /** Includes its calls for help; with `personId`, only that person's. `handled` also ends the call for everybody alerted to it. */
  see: signedIn('POST /broadcasts/{broadcastId}/seen', 'see_broadcast', 'Note that one has seen a broadcast')
    .input(broadcastRef.extend({ personId: id.optional(), handled: trueOrText.optional() }))
    .output(z.object({ seen: z.boolean() }))
    .errors(pick('BROADCAST_NOT_FOUND')),
  /** The answer given last wins, whatever the order of arrival, and is returned. */
  answer: signedIn('POST /broadcasts/{broadcastId}/answer', 'answer_broadcast', 'Answer a broadcast')
    .input(z.strictObject({ broadcastId: id, answer: answerText, waitedMs }))
    .output(z.object({ answer: z.string() }))
    .errors(pick('BROADCAST_NOT_FOUND', 'ANSWER_UNKNOWN')),
  /** Groups of a zone or, without `zoneId`, of all zones the caller has entered, for choosing recipients and the filter. */
  groups: signedIn('GET /broadcasts/groups', 'list_broadcast_groups', 'List the groups a broadcast may go to')
    .input(z.strictObject({ zoneId: id.optional() }))
    .output(z.object({ groups: z.array(group.extend({ members: z.int() })).max(500) })),
  templates: inZone('GET /broadcasts/templates', 'list_broadcast_templates', 'List the templates of a zone')
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ templates: z.array(broadcastTemplate).max(limits.broadcastTemplatesMost) })),
  saveTemplate: inZone(
    'POST /broadcasts/templates',
    'save_broadcast_template',
    'Keep a broadcast as a template of the zone',
    201,
  )
    .input(z.strictObject({ zoneId: id, name: oneLine(80).min(1, 'Name the template'), ...contentFields }))
    .output(z.object({ templateId: id }))
    .errors(pick('TEMPLATES_FULL')),
  removeTemplate: inZone(
    'DELETE /broadcasts/templates/{templateId}',
    'remove_broadcast_template',
    'Remove a template',
  )
    .input(z.strictObject({ templateId: id }))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
}
