import { maxPushDevices, pushOutcomes } from '@muster/domain/push.ts'
import { healths, proxyMisfits } from '@muster/domain/system-health.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'

const { signedIn, inZone } = callsTagged('dashboards')

const health = z.enum(healths)
/** A measurement in milliseconds or bytes, or a count. */
const figure = z.number().min(0)

/** The current number and the maximum. */
const usage = z.object({ open: figure, most: figure })

/** The parts of an installation with their health and the figures behind it; a figure is null if unknown. */
export const systemStatus = z.object({
  at: instant,
  /** Muster's version on the responding server, such as `0.2.0`. */
  version: z.string(),
  database: z.object({ health, answerMs: figure.nullable(), stores: z.boolean() }),
  jobs: z.object({
    health,
    figures: z.object({ waitingMs: figure, failing: figure, lastDoneAt: instant.nullable() }).nullable(),
  }),
  storage: z.object({
    health,
    figures: z.object({ freeBytes: figure, totalBytes: figure, writable: z.boolean() }).nullable(),
  }),
  mail: z.object({
    health,
    /** False if SMTP_URL is not set, so that emails are written to files. */
    setUp: z.boolean(),
    /** Why the responding server cannot use the mail server now, in one line of English; null if nothing is known to be wrong. */
    problem: z.string().nullable(),
    figures: z
      .object({
        waiting: figure,
        failing: figure,
        /** Counted over the last hour. */
        givenUp: figure,
        lastFailedAt: instant.nullable(),
      })
      .nullable(),
  }),
  feed: z.object({ health, behindMs: figure.nullable() }),
  /** `screens`: feed connections to this server; `database`: connections from all clients of the database. */
  connections: z.object({ health, screens: usage, database: usage.nullable() }),
  backups: z.object({
    health,
    figures: z
      .object({
        /** When the last good backup was taken. */
        lastAt: instant.nullable(),
        storedBytes: figure.nullable(),
        encrypted: z.boolean().nullable(),
        /** Null if backups are off. */
        nextAt: instant.nullable(),
        /** True if the last good backup is older than 26 hours although backups are on. */
        stale: z.boolean(),
        /** Why the last backup failed; null unless it failed after the last good one. */
        problem: z.string().nullable(),
        place: z.string(),
        /** True if the backups are on the disk of the data. */
        sameDisk: z.boolean(),
        lastCheck: z.object({ at: instant, passed: z.boolean() }).nullable(),
      })
      .nullable(),
  }),
  /** Signs of the last day, in requests to the responding server, that TRUST_PROXY or the proxy is set up wrong. */
  proxy: z.object({ health, misfits: z.array(z.enum(proxyMisfits)) }),
})
export type SystemStatus = z.infer<typeof systemStatus>

export const testMailResult = z.object({
  at: instant,
  /** The caller's address, to which it was sent. */
  to: z.string(),
  accepted: z.boolean(),
  tookMs: figure,
  /** Why it was not accepted, in one line of English, because it quotes the mail server; null if it was. */
  problem: z.string().nullable(),
})
export type TestMailResult = z.infer<typeof testMailResult>

/** The result of a test notification, for each of the caller's devices. */
export const testPushResult = z.object({
  at: instant,
  devices: z.array(z.object({ userAgent: z.string(), outcome: z.enum(pushOutcomes) })).max(maxPushDevices),
})
export type TestPushResult = z.infer<typeof testPushResult>

export const zoneStatistics = z.object({
  inside: z.int(),
  /** Hazards that are neither resolved nor closed. */
  unresolvedHazards: z.int().nullable(),
  /** Broadcasts sent to this zone or to all zones since `since`. */
  broadcastsToday: z.int().nullable(),
  /** The last midnight in the zone's time zone. */
  since: instant,
})
export type ZoneStatistics = z.infer<typeof zoneStatistics>

export const dashboards = {
  /** Returns the status of the installation as seen by the responding server; cached for a few seconds. */
  systemStatus: signedIn(
    'GET /dashboards/system-status',
    'get_system_status',
    'Read the health of the installation',
  ).output(systemStatus),
  /** Sends a test email to the caller past the queue, and waits up to eight seconds for the mail server's answer. */
  testMail: signedIn('POST /dashboards/test-mail', 'send_test_mail', 'Send a test email to yourself')
    .output(testMailResult)
    .errors(pick('MAIL_NOT_SET_UP')),
  /** Sends a test notification to all devices of the caller, and waits up to ten seconds for their push services. */
  testPush: signedIn(
    'POST /dashboards/test-push',
    'send_test_push',
    "Send a test notification to one's own devices",
  ).output(testPushResult),
  /** Returns the figures of one zone. A figure is null if the caller lacks the permission for it. */
  zoneStatistics: inZone(
    'GET /zones/{zoneId}/statistics',
    'get_zone_statistics',
    'Count the people inside, the unresolved notifications and the broadcasts of today of a zone',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(zoneStatistics),
}
