import { alertTypes } from '@muster/domain/alert.ts'
import { answerMeanings } from '@muster/domain/broadcast.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { clockTime, day } from './calendar.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { page, paging, trueOrText } from './paging.ts'
import { oneLine } from './texts.ts'

const { signedIn } = callsTagged('alerts')

export const alert = z.object({
  id,
  type: z.enum(alertTypes),
  title: z.string(),
  description: z.string(),
  zoneId: id.nullable(),
  /** The subject of the alert, which the app links to. */
  metadata: z.object({
    hazardId: id.optional(),
    zoneRequestId: id.optional(),
    broadcastId: id.optional(),
    emergencyId: id.optional(),
    folderId: id.optional(),
    documentId: id.optional(),
    groupId: id.optional(),
    groupName: z.string().optional(),
    /** The attendance day the alert is about. */
    day: day.optional(),
    /**
     * The person the alert is about. The alert is deleted when the recipient loses their membership or this person's account is
     * deleted.
     */
    personId: id.optional(),
    /** The people an alert about several people names, with the same effect. */
    personIds: z.array(id).max(limits.noticeNamesMost).optional(),
    urgent: z.boolean().optional(),
    /** Set in alerts that repeat an earlier one. They are not emailed. */
    repeated: z.boolean().optional(),
    /** The change to the recipient's own membership of the zone. */
    membership: z.enum(['added', 'removed', 'role_changed']).optional(),
    /** Whether the recipient is a captain of the zone from now on. */
    captain: z.boolean().optional(),
    /**
     * Set in alerts to people who look after a broadcast's recipients: `answerTo` is the broadcast that somebody answered, and
     * `meaning` what the answer means.
     */
    answerTo: id.optional(),
    meaning: z.enum(answerMeanings).optional(),
    /** The name of the person whose answer it is. */
    personName: z.string().optional(),
    /** The page on which the recipient acts in the emergency; left out for those who answer on home. */
    opens: z.enum(['board', 'captain']).optional(),
    /** When the emergency ended, or somebody marked the call for help as handled. */
    endedAt: instant.optional(),
    /** Set in alerts that are neither pushed nor emailed. */
    inAppOnly: z.boolean().optional(),
  }),
  isRead: z.boolean(),
  createdAt: instant,
})
export type Alert = z.infer<typeof alert>

export const quietHours = z.strictObject({
  from: clockTime,
  until: clockTime,
  /** An IANA time zone name such as `Europe/Berlin`. */
  timeZone: oneLine(60).regex(/^[A-Za-z][\w+\-/]*$/, 'Choose a time zone'),
})
export type QuietHours = z.infer<typeof quietHours>

export const alertPreferences = z.object({
  types: z
    .array(
      z.object({
        type: z.enum(alertTypes),
        inbox: z.boolean(),
        push: z.boolean(),
        mail: z.boolean(),
      }),
    )
    .max(alertTypes.length),
  quietHours: quietHours.nullable(),
  /** True if the installation sends email. */
  mailWorks: z.boolean(),
})
export type AlertPreferences = z.infer<typeof alertPreferences>

export const alerts = {
  list: signedIn('GET /alerts', 'list_alerts', "List one's own alerts, newest first")
    .input(
      paging.extend({
        limit: paging.shape.limit.unwrap().default(limits.alertsLimit),
        unread: trueOrText.optional(),
        /** Only calls for help in answer to a broadcast that nobody has marked as handled. */
        openCalls: trueOrText.optional(),
        zoneId: id.optional(),
      }),
    )
    .output(page(alert))
    .errors(pick('CURSOR_INVALID')),
  counts: signedIn('GET /alerts/counts', 'count_alerts', "Count one's own alerts").output(
    z.object({
      all: z.int(),
      unread: z.int(),
      /**
       * The number of unread alerts that "mark all" would mark. Missing in responses that an earlier version of the app stored on a
       * device.
       */
      markable: z.int().optional(),
    }),
  ),
  markRead: signedIn(
    'POST /alerts/{alertId}/read',
    'mark_alert_read',
    'Mark an alert as read, or as new again',
  )
    .input(z.strictObject({ alertId: id, read: z.boolean().default(true) }))
    .output(z.object({ isRead: z.boolean() }))
    .errors(pick('NOT_FOUND')),
  markAllRead: signedIn('POST /alerts/read', 'mark_all_alerts_read', 'Mark all alerts as read').output(
    z.object({ marked: z.int() }),
  ),
  preferences: signedIn(
    'GET /alerts/preferences',
    'get_alert_preferences',
    'Read how you receive alerts',
  ).output(alertPreferences),
  setPreference: signedIn(
    'PUT /alerts/preferences/{type}',
    'set_alert_preference',
    'Choose how alerts of a type come',
  )
    .input(
      z.strictObject({ type: z.enum(alertTypes), inbox: z.boolean(), push: z.boolean(), mail: z.boolean() }),
    )
    .output(z.object({ set: z.literal(true) })),
  setQuietHours: signedIn(
    'PUT /alerts/quiet-hours',
    'set_quiet_hours',
    'Choose when nothing but urgent alerts is pushed',
  )
    .input(z.strictObject({ quietHours: quietHours.nullable() }))
    .output(z.object({ set: z.literal(true) }))
    .errors(pick('TIME_ZONE_UNKNOWN')),
}
