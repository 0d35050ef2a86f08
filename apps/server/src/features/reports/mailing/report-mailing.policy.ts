import { mayHaveReports, mayInZone } from '@muster/domain/zone-permission.ts'
import type { ActorZone } from '../../../rpc/context.ts'
import { fail } from '../../../rpc/fail.ts'

/**
 * Throws FORBIDDEN to who sees the addresses but may not change them, and to who may not have what is mailed, because an address may be
 * their own. The same as `actor_keeps_report_mails` of the database.
 */
export function requireKeeper(zone: ActorZone): void {
  const keeps = mayInZone(zone, 'manage_report_emails') || mayInZone(zone, 'manage_report_recipients')
  if (!keeps || !mayHaveReports(zone)) throw fail('FORBIDDEN')
}
