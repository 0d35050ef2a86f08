import { mayHaveReports, mayInZone } from '@muster/domain/zone-permission.ts'
import type { ActorZone } from '../../../rpc/context.ts'
import { fail } from '../../../rpc/fail.ts'

/**
 * Throws FORBIDDEN for people who see the addresses but may not change them, and for people who may not read the reports
 * themselves, because they could add their own address. Must match `actor_keeps_report_mails` in the database.
 */
export function requireMailingManager(zone: ActorZone): void {
  const managesMailing =
    mayInZone(zone, 'manage_report_emails') || mayInZone(zone, 'manage_report_recipients')
  if (!managesMailing || !mayHaveReports(zone)) throw fail('FORBIDDEN')
}
