import { limits } from '@muster/domain/limits.ts'
import { findLinkEnd } from '@muster/domain/responder-link.ts'
import { createToken, hashToken, isSameSecret } from '../../../lib/secrets.ts'
import type { WriteContext } from '../../../live/write.ts'
import { audit } from '../../security/index.ts'
import { publishProgress } from '../emergencies.events.ts'
import { listZoneIds } from '../emergency-zones.queries.ts'
import { countWrongCode, insertOpen, type LinkRow, lockLinkByToken, toLinkState } from './links.queries.ts'
import { hashCode } from './manage-links.ts'

type Opened =
  | { readonly outcome: 'unknown' | 'ended' | 'wrong' }
  | { readonly outcome: 'open'; readonly key: string; readonly expiresAt: Date }

/** Returns the outcome instead of throwing: the count of wrong codes must commit. The caller limits the codes of an address. */
export async function openLink(
  context: WriteContext,
  { token, code }: { readonly token: string; readonly code: string },
): Promise<Opened> {
  const { tx } = context
  const link = await lockLinkByToken(tx, hashToken(token))
  if (!link) return { outcome: 'unknown' }
  const state = toLinkState(link)
  if (
    !['open', 'locked'].includes(state) ||
    link.created_by === null ||
    link.opens >= limits.responderOpensMost
  )
    return { outcome: 'ended' }
  const facts = { actorId: null, emergencyId: link.emergency_id, linkId: link.id }
  if (!isSameSecret(hashCode(token, code), link.code_hash)) {
    await countWrongCode(tx, link.id)
    const wrongCodes = link.wrong_codes + 1
    if (wrongCodes >= limits.responderCodesMost) await audit(tx, 'responder_link_blocked', facts)
    if (wrongCodes % limits.responderCodesBeforeLock === 0) await announce(context, link)
    return { outcome: 'wrong' }
  }
  const key = createToken()
  await insertOpen(tx, link, hashToken(key))
  await audit(tx, 'responder_link_opened', facts)
  await announce(context, link)
  return { outcome: 'open', key, expiresAt: toLinkEnd(link) }
}

/** Publishes that a link was opened, or that wrong codes were entered, for those who have the list of links open. */
async function announce(
  { tx, publish }: WriteContext,
  link: { emergency_id: string; zone_id: string | null },
) {
  const announced = { id: link.emergency_id, zone_id: link.zone_id }
  publishProgress({ publish }, announced, await listZoneIds(tx, link.emergency_id))
}

export const toLinkEnd = ({ expires_at, all_clear_at }: LinkRow): Date =>
  new Date(findLinkEnd({ expiresAt: expires_at.getTime(), allClearAt: all_clear_at?.getTime() ?? null }))
