import { limits } from '@muster/domain/limits.ts'
import { severities } from '@muster/domain/severity.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { csvFile } from './csv-file.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { count, countText } from './numbers.ts'
import { page, paging } from './paging.ts'
import { selectedPeople } from './selected-people.ts'
import { metadata, text } from './texts.ts'
import { undoSteps } from './undo-steps.ts'

const { signedIn } = callsTagged('security')

export const rlsFinding = z.object({
  schema: z.string(),
  table: z.string(),
  problem: z.enum(['rls_disabled', 'no_policy']),
})

export const securityEvent = z.object({
  id,
  /** The number of the event in the hash chain. */
  number: z.int(),
  type: z.string(),
  description: z.string(),
  severity: z.enum(severities),
  actor: z.object({ id, name: z.string().nullable() }).nullable(),
  affected: z.object({ id, name: z.string().nullable() }).nullable(),
  /** The zones named by `zoneId` or `zoneIds` in the metadata that still exist, by name. */
  zones: z.array(z.object({ id, name: z.string() })).max(limits.zonesChangedAtOnceMost),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: instant,
})
export type SecurityEvent = z.infer<typeof securityEvent>

/** The status of an account on the security page, and whether the caller may change it. */
const accountState = z.object({
  status: z.enum(userStatuses),
  maySetStatus: z.boolean(),
})

export const suspicion = z.object({
  isSuspicious: z.boolean(),
  userId: id.nullable(),
  /** Failed sign-ins in the last 15 minutes. */
  recentFailures: z.int(),
  /** Failed sign-ins in the last 24 hours. */
  totalFailures: z.int(),
  shouldLock: z.boolean(),
  /** Null if the account does not exist. */
  account: accountState.nullable(),
})

export type Suspicion = z.infer<typeof suspicion>

export const breachNotice = z.object({
  id,
  description: z.string(),
  affectedUsersCount: z.int(),
  severity: z.enum(severities),
  metadata: z.record(z.string(), z.unknown()),
  /** The account whose sign-ins caused the notice; null if a person wrote the notice, or if the account has been deleted. */
  account: z.object({ id, name: z.string().nullable(), state: accountState.nullable() }).nullable(),
  /** The author's name; null if the sign-in monitoring created the notice, or if the person's account has been deleted. */
  createdBy: z.string().nullable(),
  createdAt: instant,
})
export type BreachNotice = z.infer<typeof breachNotice>

/** The filters of the event list; all must match. */
export const eventFilter = z.strictObject({
  type: text(100).optional(),
  severity: z.enum(severities).optional(),
  userId: id.optional(),
  /** A case-insensitive search in type and description. */
  search: text(200).optional(),
  from: instant.optional(),
  /** The exclusive end of the time span. */
  to: instant.optional(),
})

export const security = {
  /** Lists every Muster table without row-level security or without a policy, as found in PostgreSQL's system catalogue. */
  auditRlsCompliance: signedIn(
    'GET /security/rls',
    'audit_rls_compliance',
    'Audit the row-level security of every table',
  ).output(z.object({ tablesChecked: z.int(), compliant: z.boolean(), findings: z.array(rlsFinding) })),
  /** Internal admins: any; others: actions of their own that affect nobody else (`user_action_…`, `data_access`). */
  logEvent: signedIn('POST /security/events', 'log_security_event', 'Log a security event')
    .input(
      z.strictObject({
        type: text(100).regex(/^[a-z][a-z0-9_]{0,99}$/),
        description: text(500).min(1),
        affectedUserId: id.optional(),
        metadata: metadata.default({}),
      }),
    )
    .output(z.object({ id })),
  /** Logs that the caller viewed the location of a person they have access to. */
  logLocationAccess: signedIn(
    'POST /security/location-access',
    'log_location_access',
    "Log a look at somebody's location",
  )
    .input(
      z.strictObject({
        accessedUserId: id,
        accessType: text(50).regex(/^[a-z][a-z0-9_]{0,49}$/),
        zoneId: id.optional(),
      }),
    )
    .output(z.object({ id })),
  checkSuspiciousActivity: signedIn(
    'GET /security/suspicious',
    'check_suspicious_activity',
    'Check an account for suspicious sign-ins',
  )
    .input(z.strictObject({ userEmail: text(254) }))
    .output(suspicion),
  /**
   * `inactive`: not currently working here. Other than active ends sessions and sockets at once. Never one's own; an internal
   * admin's only by super admins.
   */
  setAccountStatus: signedIn(
    'PUT /security/accounts/{userId}/status',
    'set_account_status',
    'Set an account to active, inactive or suspended',
  )
    .input(z.strictObject({ userId: id, status: z.enum(userStatuses) }))
    .output(z.object({ userId: id, status: z.enum(userStatuses) })),
  /** `refused`: missing, or the caller may not set their status. `undo` restores the changed ones. */
  setAccountStatuses: signedIn(
    'PUT /security/accounts/status',
    'set_account_statuses',
    'Set several accounts to active, inactive or suspended',
  )
    .input(z.strictObject({ userIds: selectedPeople, status: z.enum(userStatuses) }))
    .output(
      z.object({
        set: z.array(id).max(limits.peopleChangedAtOnceMost),
        refused: z.array(id).max(limits.peopleChangedAtOnceMost),
        undo: undoSteps(z.enum(userStatuses), limits.peopleChangedAtOnceMost),
      }),
    ),
  /**
   * Removes the second sign-in step for a person who can no longer complete it, ends all their sessions, and notifies them by
   * email. Requires permission to suspend the account.
   */
  resetTwoStep: signedIn(
    'DELETE /security/accounts/{userId}/two-step',
    'reset_two_step',
    'Reset the second step of an account',
  )
    .input(z.strictObject({ userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('TWO_STEP_OFF')),
  /**
   * Returns the figures for the last 24 hours, the suspicious accounts and the number of breach notices. Does not check the hash
   * chain; `verifyChain` does.
   */
  dashboard: signedIn(
    'GET /security/dashboard',
    'get_security_dashboard_data',
    'Read the figures of the security dashboard',
  ).output(
    z.object({
      last24Hours: z.object({
        events: z.int(),
        failedSignIns: z.int(),
        successfulSignIns: z.int(),
        failedPins: z.int(),
        locationAccesses: z.int(),
      }),
      suspiciousAccounts: z
        .array(
          accountState.extend({
            userId: id,
            name: z.string(),
            email: z.string(),
            recentFailures: z.int(),
            totalFailures: z.int(),
          }),
        )
        .max(50),
      breachNotices: z.int(),
    }),
  ),
  /** Newest first. */
  events: signedIn('GET /security/events', 'list_security_events', 'List security events')
    .input(
      paging.extend({
        ...eventFilter.shape,
        /** Limits the list to the event with this number. */
        number: countText.optional(),
      }),
    )
    .output(page(securityEvent))
    .errors(pick('CURSOR_INVALID')),
  /** All that match, at most 50,000 rows, newest first. */
  eventsCsv: signedIn('GET /security/events.csv', 'export_security_events', 'Export security events as CSV')
    .input(eventFilter)
    .output(csvFile),
  /** Recomputes the hash chain and returns the number of events and the first one that was altered or is missing, if any. */
  verifyChain: signedIn(
    'GET /security/chain',
    'verify_security_log',
    'Verify the hash chain of the security log',
  ).output(
    z.object({
      events: z.int(),
      intact: z.boolean(),
      firstBroken: z.int().nullable(),
      problem: z.enum(['altered', 'missing']).nullable(),
    }),
  ),
  createBreachNotification: signedIn(
    'POST /security/breaches',
    'create_data_breach_notification',
    'Create a data breach notice',
  )
    .input(
      z.strictObject({
        /** Created by the client, so a repeated request stores only one notice. */
        id,
        incidentDescription: text(2000).min(1),
        affectedUsersCount: count.max(100_000_000),
        severity: z.enum(severities),
        metadata: metadata.default({}),
      }),
    )
    .output(breachNotice),
  breachNotices: signedIn(
    'GET /security/breaches',
    'list_data_breach_notifications',
    'List data breach notices',
  )
    .input(
      paging.extend({
        /** Limits the list to the notice with this id. */
        id: id.optional(),
      }),
    )
    .output(page(breachNotice))
    .errors(pick('CURSOR_INVALID')),
  /** Deletes readings and closed visits older than the retention period, for one person or, with null, for everybody. */
  cleanUp: signedIn(
    'POST /security/cleanup',
    'secure_user_data_cleanup',
    'Remove readings and visits older than the retention',
  )
    .input(
      z.strictObject({
        targetUserId: id.nullable(),
        retentionDays: count.min(1).max(3650).default(limits.retentionDays),
      }),
    )
    .output(z.object({ positionChecks: z.int(), visits: z.int(), olderThan: instant })),
}
