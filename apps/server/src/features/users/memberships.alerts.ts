import { msg } from '@lingui/core/runtime-macro'
import type { ZoneStatus } from '@muster/domain/zone.ts'
import { v7 as uuidV7 } from 'uuid'
import type { Alert } from '../../live/write.ts'

/** A membership as returned by the statements that change it (`membership_facts`). */
export type Membership = {
  readonly assignmentId: string
  readonly userId: string
  readonly zoneId: string
  readonly zoneName: string
  readonly zoneStatus: ZoneStatus
}

const createAlert = (
  { userId, zoneId }: Membership,
  change: Alert['about']['membership'],
  content: Pick<Alert, 'source' | 'title' | 'text'>,
): Alert => ({ type: 'zone_assignment', zoneId, to: [userId], about: { membership: change }, ...content })

export const joinedZoneAlert = (membership: Membership): Alert =>
  createAlert(membership, 'added', {
    source: `membership:insert:${membership.assignmentId}`,
    title: msg`You were added to ${{ zone: membership.zoneName }}`,
    text: msg`You can work in this zone once you’ve entered it.`,
  })

export const roleChangedAlert = (membership: Membership): Alert =>
  createAlert(membership, 'role_changed', {
    // A unique source, so that each change creates a separate alert.
    source: `membership:update:${membership.assignmentId}:${uuidV7()}`,
    title: msg`New role in ${{ zone: membership.zoneName }}`,
    text: msg`What you can do in this zone has changed.`,
  })

/** No recipient if the zone was never opened, because nobody has worked there yet. */
export const leftZoneAlert = (membership: Membership): Alert => ({
  ...createAlert(membership, 'removed', {
    source: `membership:delete:${membership.assignmentId}`,
    title: msg`Removed from ${{ zone: membership.zoneName }}`,
    text: msg`You no longer work in this zone.`,
  }),
  ...(membership.zoneStatus === 'pending' && { to: [] }),
})
