import { mayHaveReports, mayInZone } from '@muster/domain/zone-permission.ts'
import type { ActorZone } from '../../../rpc/context.ts'
import { fail } from '../../../rpc/fail.ts'

/**
 * Throws FORBIDDEN, also for those who may not read the reports: they could add themselves. Must match `actor_keeps_report_mails`.
 */
export function requireMailingManager(zone: ActorZone): void {
  const managesMailing =
    mayInZone(zone, 'manage_report_emails') || mayInZone(zone, 'manage_report_recipients')
  if (!managesMailing || !mayHaveReports(zone)) throw fail('FORBIDDEN')
}
