import { mayHaveReports, mayInZone } from '@muster/domain/zone-permission.ts'
import type { ActorZone } from '../../../rpc/context.ts'
import { fail } from '../../../rpc/fail.ts'

/**
 * Throws FORBIDDEN to people who see the addresses but may not change them, and to people who may not have the reports themselves,
 * because an address may be their own. Matches `actor_keeps_report_mails` in the database.
 */
export function requireKeeper(zone: ActorZone): void {
  const keeps = mayInZone(zone, 'manage_report_emails') || mayInZone(zone, 'manage_report_recipients')
  if (!keeps || !mayHaveReports(zone)) throw fail('FORBIDDEN')
}
