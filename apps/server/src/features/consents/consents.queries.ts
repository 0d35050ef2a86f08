import type { Consent } from '@muster/contract/consents.ts'
import { consentVersion } from '@muster/domain/consent.ts'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, run } from '../../db/rows.ts'

type ConsentRow = { decision: string; text_version: number; retention_days: number; decided_at: string }

/** Returns the person's latest decision; null if there is none. Runs as the person or as the database owner. */
export async function readConsent(tx: Tx, userId: string): Promise<Consent | null> {
  const rows = await many(tx)<ConsentRow>`
    select decision, text_version, retention_days, wire_time(decided_at) as decided_at
    from consents where user_id = ${userId} order by consents.decided_at desc, id desc limit 1`
  const [row] = rows
  return row
    ? {
        decision: row.decision as Consent['decision'],
        version: row.text_version,
        retentionDays: row.retention_days,
        decidedAt: row.decided_at,
      }
    : null
}

export type Decision = {
  readonly decision: 'given' | 'withdrawn'
  readonly askedAt: 'sign_up' | 'invitation' | 'sign_in' | 'settings' | 'demo'
  readonly retentionDays: number
}

/** False, without writing, if it repeats the last decision. Locks the profile, so concurrent decisions run in turn. */
export async function noteDecision(
  tx: Tx,
  userId: string,
  { decision, askedAt, retentionDays }: Decision,
): Promise<boolean> {
  await run(tx)`select from user_profiles where id = ${userId} for no key update`
  const previousConsent = await readConsent(tx, userId)
  const isSame =
    previousConsent?.decision === decision &&
    (decision === 'withdrawn' || previousConsent.version === consentVersion)
  if (isSame) return false
  await tx
    .insertInto('consents')
    .values({
      user_id: userId,
      decision,
      text_version: consentVersion,
      retention_days: retentionDays,
      asked_at: askedAt,
    })
    .execute()
  return true
}

/** Triggers withhold the person's positions. */
export const deleteConsents = (tx: OwnerTx, userId: string) =>
  tx.deleteFrom('consents').where('user_id', '=', userId).execute()
