import type { SignInRefusal } from '@muster/domain/audit.ts'
import { rateSuspicion, suspicionPolicy } from '@muster/domain/suspicion.ts'
import { v7 as uuidV7 } from 'uuid'
import type { Database } from '../../db/database.ts'
import { toAddressGroup } from '../../lib/address-group.ts'
import { createRecentKeys } from '../../lib/once-per.ts'
import { signText } from '../../lib/secrets.ts'
import { insertBreachNotice } from './breach-notices.queries.ts'
import { audit } from './security.queries.ts'
import { countFailures, findAccount, lockSignIns, readSentWarnings } from './sign-ins.queries.ts'

type ClientInfo = { readonly ip: string; readonly userAgent: string }

export type LoginMonitoring = {
  /** Logs a successful sign-in. */
  signedIn(who: ClientInfo & { readonly userId: string }): Promise<void>
  /**
   * Logs suspicious patterns at most once in 15 minutes, and recommends a lockout at most once an hour. An `email` without an
   * account is stored only as a keyed hash: it is arbitrary input.
   */
  failed(who: ClientInfo & { readonly email: string }): Promise<void>
  /** For reasons other than a wrong password: at most once in 15 minutes per account (or network address), reason and node. */
  refused(who: ClientInfo & { readonly email: string; readonly reason: SignInRefusal }): Promise<void>
}

const ownerReason = 'before a session exists there is no actor'

/** Creates the monitoring of sign-ins; `secret` (the session secret is suitable) is the key for the hashes of unknown addresses. */
export function createLoginMonitoring(db: Database, secret: string): LoginMonitoring {
  // People type passwords into the wrong field, so only a keyed hash is logged. It shows whether the same input was repeated, and
  // readers of the log cannot guess the input, because the key is not in the database.
  const hashEmail = (email: string) =>
    signText(secret, `sign-in address:${email.trim().toLowerCase()}`, 'hex').slice(0, 32)

  const loggedRefusals = createRecentKeys(suspicionPolicy.patternMs)

  return {
    async signedIn({ userId, ip, userAgent }) {
      await db.asOwner(ownerReason, tx =>
        audit(tx, 'login_successful', {
          actorId: userId,
          aboutId: userId,
          ip,
          userAgent: toPrintable(userAgent),
        }),
      )
    },

    async refused({ email, ip, userAgent, reason }) {
      const emailHash = hashEmail(email)
      // Refusals cost the client little, so a refusal that was logged recently must not query the database again.
      const key = reason === 'address_limit' ? `${reason} ${toAddressGroup(ip)}` : `${reason} ${emailHash}`
      if (!loggedRefusals.isNew(key)) return
      loggedRefusals.remember(key)
      await db.asOwner(ownerReason, async tx => {
        const userId = reason === 'address_limit' ? null : await findAccount(tx, toStorable(email))
        await audit(tx, 'login_refused', {
          actorId: null,
          aboutId: userId,
          ip,
          reason,
          userAgent: toPrintable(userAgent),
        })
      })
    },

    async failed({ email, ip, userAgent }) {
      const emailHash = hashEmail(email)
      await db.asOwner(ownerReason, async tx => {
        const userId = await findAccount(tx, toStorable(email))
        await lockSignIns(tx, userId ?? emailHash)
        // The queries run for an unknown address too, with an id nobody has, so that response times reveal nothing.
        const accountId = userId ?? '00000000-0000-0000-0000-000000000000'
        const [failureCounts, sentWarnings] = [
          await countFailures(tx, accountId),
          await readSentWarnings(tx, accountId),
        ]
        if (!userId) {
          await audit(tx, 'login_failed:unknown', { actorId: null, ip, addressHash: emailHash })
          return
        }
        const recentFailures = failureCounts.recent + 1
        const totalFailures = failureCounts.total + 1
        const { isSuspicious, shouldLock } = rateSuspicion({ recent: recentFailures, total: totalFailures })
        const metadata = { ip, recentFailures, totalFailures }
        const about = { actorId: null, aboutId: userId }
        await audit(tx, 'login_failed:known', { ...about, ip, userAgent: toPrintable(userAgent) })
        if (isSuspicious && !sentWarnings.pattern)
          await audit(tx, 'suspicious_login_pattern_detected', { ...about, ...metadata })
        if (shouldLock && !sentWarnings.notice) {
          const notificationId = uuidV7()
          await insertBreachNotice(tx, {
            id: notificationId,
            description:
              'Many failed sign-ins to one account within minutes. Recommended: lock the account (set it to suspended) until its owner has been reached.',
            affectedUsersCount: 1,
            severity: 'high',
            metadata: { ...metadata, userId, recommendation: 'account_lockout' },
            accountId: userId,
            createdBy: null,
          })
          await audit(tx, 'data_breach_notification_created:lockout', {
            ...about,
            notificationId,
            ...metadata,
          })
        }
      })
    },
  }
}

/** Removes what PostgreSQL cannot store as text: NUL and unpaired surrogates. */
const toStorable = (text: string) => text.replaceAll('\0', '').toWellFormed()
const toPrintable = (userAgent: string) => toStorable(userAgent.slice(0, 400))
