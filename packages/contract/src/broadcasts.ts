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
import { page, paging, yes } from './paging.ts'
import { presenceWord } from './presence-word.ts'
import { attachment, fileLinks } from './stored-files.ts'
import { oneLine, text } from './texts.ts'

const broadcastGroupsMost = 50

const { signedIn, inZone } = callsTagged('broadcasts')

const group = z.object({ id, name: z.string() })
export type BroadcastGroup = z.infer<typeof group>

/** A group a broadcast is for, under the name it had when it was chosen: empty where that was not kept, general where it is hidden. */
const targetGroup = group.extend({ deleted: z.boolean() })

/** How many people it is for, and how far it has come with them; each person is in exactly one state. */
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

/** An answer that is asked for, and its meaning to those who watch the answers. */
export const broadcastAnswer = z.object({ text: z.string(), meaning: z.enum(answerMeanings) })
export type BroadcastAnswer = z.infer<typeof broadcastAnswer>
const answers = z.array(broadcastAnswer).max(limits.broadcastAnswersMost)

export const broadcast = z.object({
  id,
  title: z.string(),
  message: z.string(),
  priority: z.enum(broadcastPriorities),
  state: z.enum(broadcastStates),
  /** Null: all zones. */
  zoneId: id.nullable(),
  zoneName: z.string().nullable(),
  senderId: id.nullable(),
  senderName: z.string(),
  targetRoles: z.array(z.enum(zoneRoles)).max(zoneRoles.length),
  targetGroups: z.array(targetGroup).max(broadcastGroupsMost),
  /** It went to those who were inside when it was sent. */
  insideOnly: z.boolean(),
  /** The answers that are asked for; without any, none is. */
  answers,
  /** Of the caller: their state and answer, where it is for them. */
  mine: z.object({ state: z.enum(recipientStates), answer: z.string().nullable() }).nullable(),
  attachment: attachment.nullable(),
  /** Whether the caller may remind and recall. */
  mayManage: z.boolean(),
  /** Answers to a sent question, for those who look after the people of the zone and have entered it. */
  progress: z.object({ people: z.int(), answered: z.int(), help: z.int() }).nullable(),
  createdAt: instant,
  sendAt: instant.nullable(),
  sentAt: instant.nullable(),
})
export type Broadcast = z.infer<typeof broadcast>

/** People whom a recipient of an urgent question can call: the sender and managers of their zone. */
const contacts = z.array(z.object({ name: z.string(), phone: z.string() })).max(2)

export const broadcastDetail = broadcast.extend({
  /** When the content was changed last; an edit names it. */
  updatedAt: instant,
  /** For those who look after the people of the zone and have entered it. */
  figures: broadcastFigures.nullable(),
  answerCounts: z
    .array(z.object({ answer: z.string(), meaning: z.enum(answerMeanings), people: z.int() }))
    .max(limits.broadcastAnswersMost),
  remindedAt: instant.nullable(),
  /** When an urgent question ended, by itself or by a sender; null while it is open, and for other broadcasts. */
  questionEndedAt: instant.nullable(),
  contacts,
  /** Of a caller who answered that they need help: how many people were alerted, who of them has seen it, and whom they can call. */
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
  /** The zone in which they are looked after: that of the broadcast or, for one to all zones, one of theirs. Null for who left. */
  zone: z.object({ id, name: z.string() }).nullable(),
  /** Where they are in that zone, for those who may see it. */
  presence: z.object({ word: presenceWord, lastSeen: instant.nullable() }).nullable(),
  /** Why somebody was not reached. */
  reason: z.string().nullable(),
  at: instant,
})
export type BroadcastRecipient = z.infer<typeof broadcastRecipient>

/** Who it is for. Without roles and groups: everybody of the zone. */
const people = {
  targetRoles: fitting(z.array(z.enum(zoneRoles)).max(zoneRoles.length), 'text[]').default([]),
  targetGroups: fitting(z.array(id).max(broadcastGroupsMost), 'uuid[]').default([]),
  insideOnly: z.boolean().default(false),
}
const target = {
  /** Null: all zones. */
  zoneId: id.nullable(),
  ...people,
}

/** The people a broadcast is addressed to that it does not reach, each counted once, by what keeps it from them. */
export const unreached = z.object({
  /** They have not accepted the invitation to the zone yet. */
  invited: z.int(),
  /** Their account is suspended or inactive. */
  inactive: z.int(),
  /** Their zone is suspended or waits for approval. */
  closedZone: z.int(),
  /** Their role reads urgent broadcasts alone. */
  byRole: z.array(z.object({ role: z.enum(zoneRoles), people: z.int() })).max(zoneRoles.length),
})
export type Unreached = z.infer<typeof unreached>

const answerText = oneLine(40).min(1)

const words = {
  title: oneLine(limits.titleMaxLength).min(1, 'Please fill in all required fields'),
  message: text(limits.messageMaxLength).min(1, 'Please fill in all required fields'),
  priority: z.enum(broadcastPriorities).default('normal'),
  /** Older apps send plain strings. */
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

/** An urgent question that waits for the caller's answer. */
export const openQuestion = z.object({
  id,
  title: z.string(),
  message: z.string(),
  zoneName: z.string().nullable(),
  answers,
  sentAt: instant,
  /** Kept on the device with the question, so that they can be called without a network. */
  contacts,
})
export type OpenQuestion = z.infer<typeof openQuestion>

const ofOne = z.strictObject({ broadcastId: id })

export const broadcasts = {
  /**
   * Those of the zone, of no zone, and, without a zone, all the caller may read; newest first, by when they were sent or, until then,
   * written.
   */
  list: signedIn('GET /broadcasts', 'list_broadcasts', 'List broadcasts, newest first')
    .input(
      paging.extend({
        zoneId: id.optional(),
        search: text(200).optional(),
        priority: z.enum(broadcastPriorities).optional(),
        /** A group, or `none` for those that went to all users. */
        group: z.union([z.literal('none'), id]).optional(),
        senderId: id.optional(),
        /** Only what went out: neither what waits for its time nor what was recalled before. */
        sent: yes.optional(),
      }),
    )
    .output(page(broadcast))
    .errors(pick('CURSOR_INVALID')),
  get: signedIn('GET /broadcasts/{broadcastId}', 'get_broadcast', 'Read one broadcast')
    .input(ofOne)
    .output(broadcastDetail)
    .errors(pick('BROADCAST_NOT_FOUND')),
  /** Fresh links that open the attachment for five minutes. */
  fileLink: signedIn(
    'POST /broadcasts/{broadcastId}/file/link',
    'link_broadcast_file',
    'Make a link that opens the attachment of a broadcast for five minutes',
  )
    .input(ofOne)
    .output(fileLinks)
    .errors(pick('BROADCAST_NOT_FOUND', 'FILE_NOT_FOUND')),
  /** Total, today, this week, by priority. `since` are the beginnings of today and this week where the reader is. */
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
  /** How many people it would reach now, and how many addressees it would not reach. */
  preview: inZone('POST /broadcasts/preview', 'preview_broadcast', 'Count the people a broadcast would reach')
    .input(
      z.strictObject({
        ...target,
        priority: words.priority,
        /** The scheduled one that is being changed: it does not go to its sender. */
        broadcastId: id.optional(),
      }),
    )
    .output(z.object({ people: z.int(), unreached })),
  /** `requestId` is made by the client: sending twice sends once. */
  send: inZone('POST /broadcasts', 'send_broadcast', 'Send a broadcast, now or later', 201)
    .input(
      z.strictObject({
        ...target,
        ...words,
        requestId: id,
        sendAt: instant.nullable().default(null),
        /** Of the upload door. */
        fileId: id.nullable().default(null),
      }),
    )
    .output(z.object({ broadcastId: id, people: z.int() }))
    .errors(pick('REQUEST_ID_TAKEN', 'GROUP_NOT_FOUND', 'FILE_NOT_FOUND', 'SEND_TIME_INVALID')),
  /** Changes a scheduled broadcast; its zone stays. Chosen groups that were deleted since may be sent back, beside one that exists. */
  update: inZone('PUT /broadcasts/{broadcastId}', 'update_broadcast', 'Change a scheduled broadcast')
    .input(
      z.strictObject({
        broadcastId: id,
        ...people,
        ...words,
        sendAt: instant,
        /** Another upload in place of the attachment; null removes it, omit to keep it. */
        fileId: id.nullable().optional(),
        /** The version the edit began from: refused if somebody changed it since. Older apps omit it. */
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
    .input(ofOne)
    .output(z.object({ recalled: z.literal(true) }))
    .errors(pick('BROADCAST_NOT_FOUND', 'BROADCAST_SENT')),
  /** Alerts those again who have not answered or, where no answer is asked for, not seen it. */
  remind: inZone(
    'POST /broadcasts/{broadcastId}/remind',
    'remind_broadcast',
    'Remind those who have not answered',
  )
    .input(ofOne)
    .output(z.object({ people: z.int() }))
    .errors(pick('BROADCAST_NOT_FOUND', 'BROADCAST_NOT_SENT', 'QUESTION_ENDED', 'REMINDED_ALREADY')),
  /** Takes an urgent question off the screens of those who have not answered. They can still answer in the broadcast. */
  endQuestion: inZone('POST /broadcasts/{broadcastId}/end-question', 'end_question', 'End an urgent question')
    .input(ofOne)
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
        /** Those who have not answered, or not seen it where no answer is asked for. */
        waiting: yes.optional(),
        /** Those who gave this answer. */
        answer: answerText.optional(),
        search: text(200).optional(),
      }),
    )
    .output(page(broadcastRecipient))
    .errors(pick('CURSOR_INVALID', 'BROADCAST_NOT_FOUND')),
  /** The open urgent questions that the caller has not answered, the newest first: a bar on every screen. */
  openQuestions: signedIn(
    'GET /broadcasts/open-questions',
    'list_open_questions',
    'List the urgent questions one has not answered, newest first',
  ).output(z.object({ questions: z.array(openQuestion).max(limits.openQuestionsMost), total: z.int() })),
  /** Notes that the caller has seen it, and with it the calls for help among its answers; with a person, only that person's call. */
  see: signedIn('POST /broadcasts/{broadcastId}/seen', 'see_broadcast', 'Note that one has seen a broadcast')
    .input(ofOne.extend({ personId: id.optional() }))
    .output(z.object({ seen: z.boolean() }))
    .errors(pick('BROADCAST_NOT_FOUND')),
  /** The answer that was made last counts, whichever came last; that is the one answered with. */
  answer: signedIn('POST /broadcasts/{broadcastId}/answer', 'answer_broadcast', 'Answer a broadcast')
    .input(z.strictObject({ broadcastId: id, answer: answerText, waitedMs }))
    .output(z.object({ answer: z.string() }))
    .errors(pick('BROADCAST_NOT_FOUND', 'ANSWER_UNKNOWN')),
  /** The groups of a zone, for the choice and the filter. */
  groups: signedIn('GET /broadcasts/groups', 'list_broadcast_groups', 'List the groups a broadcast may go to')
    .input(z.strictObject({ zoneId: id.optional() }))
    .output(z.object({ groups: z.array(group.extend({ members: z.int() })).max(500) })),
  /** The small dialog beside a new broadcast. Its members are chosen on the group's own screen. */
  templates: inZone('GET /broadcasts/templates', 'list_broadcast_templates', 'List the templates of a zone')
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ templates: z.array(broadcastTemplate).max(limits.broadcastTemplatesMost) })),
  saveTemplate: inZone(
    'POST /broadcasts/templates',
    'save_broadcast_template',
    'Keep a broadcast as a template of the zone',
    201,
  )
    .input(z.strictObject({ zoneId: id, name: oneLine(80).min(1, 'Name the template'), ...words }))
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
