import { msg } from '@lingui/core/runtime-macro'
import { HOUR_MS } from '@muster/domain/time-units.ts'
import { toDisplayName } from '../../db/person-names.ts'
import type { Alert } from '../../live/write.ts'
import type { LinkedInvitationRow } from './invitations.queries.ts'

/**
 * Tells the inviter who joined. The source names the hour, so that a link shared with a crowd raises one alert an hour; the list
 * of invitations names everybody.
 */
export const invitationUsedAlert = (
  { id, zone_id, zone_name, invited_by, max_uses }: LinkedInvitationRow,
  user: { readonly id: string; readonly name: string },
  now: Date,
): Alert => ({
  type: 'zone_assignment',
  zoneId: zone_id,
  to: invited_by === null ? [] : [invited_by],
  title: msg`${{ name: toDisplayName(user.name) }} joined ${{ zone: zone_name }}`,
  text:
    max_uses === 1
      ? msg`They used your invitation.`
      : msg`They used your invitation link. The list of invitations names everyone who uses it.`,
  about: { personId: user.id },
  source: `invitation:${id}:${Math.floor(now.getTime() / HOUR_MS)}`,
})
