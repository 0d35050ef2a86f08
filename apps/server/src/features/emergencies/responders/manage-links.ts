import { randomInt } from 'node:crypto'
import { limits } from '@muster/domain/limits.ts'
import { createToken, hashToken, signText } from '../../../lib/secrets.ts'
import type { WriteContext } from '../../../live/write.ts'
import { fail } from '../../../rpc/fail.ts'
import { audit } from '../../security/index.ts'
import { publishProgress } from '../emergencies.events.ts'
import type { ManagedEmergency } from '../emergencies.policy.ts'
import type { EmergencyRow } from '../emergencies.queries.ts'
import { listZoneIds } from '../emergency-zones.queries.ts'
import { lockOpen } from '../roll.queries.ts'
import { insertLink, listLinks, revokeLink, toLinkState } from './links.queries.ts'

/** Hashes the code with the link's secret, which is not stored, so that the million codes cannot be tried against the table. */
export const hashCode = (secret: string, code: string) => signText(secret, code, 'hex')

const codeRange = 1_000_000
const codeDigits = 6
/** Maximum links of an emergency that are read; many more than can work. */
export const maxListedLinks = 50

type LinkForm = { readonly hours: number; readonly createdBy: string; readonly publicUrl: string }

/** Makes a link for responders and its code; only hashes are stored. Throws EMERGENCY_ENDED and RESPONDER_LINKS_FULL. */
export async function createLink(
  { tx, publish }: WriteContext,
  emergency: EmergencyRow,
  { hours, createdBy, publicUrl }: LinkForm,
) {
  // The lock makes two managers count one after the other.
  if (!(await lockOpen(tx, emergency.id))) throw fail('EMERGENCY_ENDED')
  const working = (await listLinks(tx, emergency.id, maxListedLinks)).filter(it =>
    ['open', 'locked'].includes(toLinkState(it)),
  )
  if (working.length >= limits.responderLinksMost) throw fail('RESPONDER_LINKS_FULL')
  const secret = createToken()
  const code = String(randomInt(codeRange)).padStart(codeDigits, '0')
  const row = await insertLink(tx, {
    ...{ emergency_id: emergency.id, zone_id: emergency.zone_id, created_by: createdBy, hours },
    ...{ token_hash: hashToken(secret), code_hash: hashCode(secret, code) },
  })
  await audit(tx, 'responder_link_created', { actorId: createdBy, emergencyId: emergency.id, linkId: row.id })
  publishProgress({ publish }, emergency, await listZoneIds(tx, emergency.id))
  return {
    linkId: row.id,
    link: `${publicUrl}/#/responders/${secret}`,
    code,
    expiresAt: row.expires_at.toISOString(),
  }
}

/**
 * Closes open pages too. Allowed to its maker or whoever may give the all clear: another organisation may use it. Throws NOT_FOUND,
 * FORBIDDEN.
 */
export async function endLink(
  { tx, publish }: WriteContext,
  emergency: ManagedEmergency,
  { linkId, userId }: { readonly linkId: string; readonly userId: string },
): Promise<void> {
  const link = (await listLinks(tx, emergency.id, maxListedLinks)).find(it => it.id === linkId)
  if (!link) throw fail('NOT_FOUND')
  if (link.created_by !== userId && !emergency.may_end) throw fail('FORBIDDEN')
  if (!(await revokeLink(tx, linkId, userId))) return
  await audit(tx, 'responder_link_revoked', { actorId: userId, emergencyId: emergency.id, linkId })
  publishProgress({ publish }, emergency, await listZoneIds(tx, emergency.id))
}
