import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { roleLabel } from '@muster/domain/role.ts'
import { orpc } from '../lib/api.ts'
import { zoneNamesById } from '../lib/session/own-zones.ts'
import { dispatchUserAddedToZone } from '../lib/session/zone-events.ts'
import type { FeedNotifier } from '../live/appliers.ts'
import { noticeLayer } from '../ui/toast/notice-layer.ts'

/** Dispatches the window event that the specification requires when the user is added to a zone. */
export const notifyAdded: FeedNotifier = (_client, event, me) => {
  if (event.kind === 'membership.added' && event.userId === me) dispatchUserAddedToZone()
}

/** Tells the user that they were removed from a zone. The event arrives on two topics, but only one notice is shown. */
export const notifyRemoved: FeedNotifier = (_client, event, me) => {
  if (event.kind !== 'membership.removed' || event.userId !== me) return
  const name = zoneNamesById.get(event.zoneId)
  if (name) noticeLayer.message(t`You no longer belong to ${name}`, { id: `removed-${event.zoneId}` })
}

/** The event arrives on two topics, but only one notice is shown. */
export const notifyRoleChanged: FeedNotifier = (client, event, me) => {
  if (event.kind !== 'membership.changed' || event.userId !== me) return
  const zones = client.getQueryData(orpc.zones.mine.queryKey())?.zones
  const zone = zones?.find(({ id }) => id === event.zoneId)
  if (!zone || zone.myRole === event.role) return
  const role = i18n._(roleLabel(event.role))
  const zoneName = zone.name
  noticeLayer.message(t`You’re now ${role} for ${zoneName}`, { id: `role-${event.zoneId}` })
}

/** Stays until dismissed. Only people who may reset PINs in the zone receive this event. */
export const notifyPinResetRequested: FeedNotifier = (client, event, me) => {
  if (event.kind !== 'pin.reset_asked' || event.userId === me) return
  const { zoneId, userId, userName } = event
  const zones = client.getQueryData(orpc.zones.mine.queryKey())?.zones
  const zone = zones?.find(({ id }) => id === zoneId)?.name
  noticeLayer.message(
    zone === undefined ? t`${userName} can’t enter a zone` : t`${userName} can’t enter ${zone}`,
    {
      id: `pin-${userId}`,
      text: t`Their PIN is locked. Reset it in their details under App Users.`,
      durationMs: Number.POSITIVE_INFINITY,
    },
  )
}
