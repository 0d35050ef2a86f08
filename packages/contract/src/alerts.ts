import { alertTypes } from '@muster/domain/alert.ts'
import { answerMeanings } from '@muster/domain/broadcast.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { signedInProcedure } from './base.ts'
import { clockTime, day } from './calendar.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { page, paging, yes } from './paging.ts'
import { oneLine } from './texts.ts'

/** A row of one's own inbox. */
export const alert = z.object({
  id,
  type: z.enum(alertTypes),
  title: z.string(),
  description: z.string(),
  zoneId: id.nullable(),
  /** What it is about, for the link to it. */
  metadata: z.object({
    hazardId: id.optional(),
    zoneRequestId: id.optional(),
    broadcastId: id.optional(),
    folderId: id.optional(),
    groupId: id.optional(),
    groupName: z.string().optional(),
    /** Of attendance. */
    day: day.optional(),
    /** The person the alert is about. It goes with the recipient's membership and with that person's account. */
    personId: id.optional(),
    urgent: z.boolean().optional(),
    /** What happened to one's own membership of the zone. */
    membership: z.enum(['added', 'removed', 'role_changed']).optional(),
    /** The broadcast that a person answered, for those who look after them, and the meaning of that answer. */
    answerTo: id.optional(),
    meaning: z.enum(answerMeanings).optional(),
  }),
  isRead: z.boolean(),
  createdAt: instant,
})
export type Alert = z.infer<typeof alert>

export const quietHours = z.strictObject({
  from: clockTime,
  until: clockTime,
  /** A name of the time zone database: Europe/Berlin. */
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
  /** Whether the installation sends mail. */
  mailWorks: z.boolean(),
})
export type AlertPreferences = z.infer<typeof alertPreferences>

export const alerts = {
  list: signedInProcedure
    .route({
      method: 'GET',
      path: '/alerts',
      operationId: 'list_alerts',
      summary: "List one's own alerts, newest first",
      tags: ['alerts'],
    })
    .input(
      paging.extend({
        limit: paging.shape.limit.unwrap().default(limits.alertsLimit),
        unread: yes.optional(),
        zoneId: id.optional(),
      }),
    )
    .output(page(alert))
    .errors(pick('CURSOR_INVALID')),
  counts: signedInProcedure
    .route({
      method: 'GET',
      path: '/alerts/counts',
      operationId: 'count_alerts',
      summary: "Count one's own alerts",
      tags: ['alerts'],
    })
    .output(
      z.object({
        all: z.int(),
        unread: z.int(),
        /** Of the unread ones: those that "mark all" reads. Missing in answers that an earlier version kept on a device. */
        markable: z.int().optional(),
      }),
    ),
  markRead: signedInProcedure
    .route({
      method: 'POST',
      path: '/alerts/{alertId}/read',
      operationId: 'mark_alert_read',
      summary: 'Mark an alert as read, or as new again',
      tags: ['alerts'],
    })
    .input(z.strictObject({ alertId: id, read: z.boolean().default(true) }))
    .output(z.object({ isRead: z.boolean() }))
    .errors(pick('NOT_FOUND')),
  markAllRead: signedInProcedure
    .route({
      method: 'POST',
      path: '/alerts/read',
      operationId: 'mark_all_alerts_read',
      summary: 'Mark all alerts as read',
      tags: ['alerts'],
    })
    .output(z.object({ marked: z.int() })),
  preferences: signedInProcedure
    .route({
      method: 'GET',
      path: '/alerts/preferences',
      operationId: 'get_alert_preferences',
      summary: 'Read how alerts come to oneself',
      tags: ['alerts'],
    })
    .output(alertPreferences),
  setPreference: signedInProcedure
    .route({
      method: 'PUT',
      path: '/alerts/preferences/{type}',
      operationId: 'set_alert_preference',
      summary: 'Choose how alerts of a type come',
      tags: ['alerts'],
    })
    .input(
      z.strictObject({ type: z.enum(alertTypes), inbox: z.boolean(), push: z.boolean(), mail: z.boolean() }),
    )
    .output(z.object({ set: z.literal(true) })),
  setQuietHours: signedInProcedure
    .route({
      method: 'PUT',
      path: '/alerts/quiet-hours',
      operationId: 'set_quiet_hours',
      summary: 'Choose when nothing but urgent alerts is pushed',
      tags: ['alerts'],
    })
    .input(z.strictObject({ quietHours: quietHours.nullable() }))
    .output(z.object({ set: z.literal(true) }))
    .errors(pick('TIME_ZONE_UNKNOWN')),
}
