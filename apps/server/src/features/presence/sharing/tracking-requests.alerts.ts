import { msg } from '@lingui/core/runtime-macro'
import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'
import type { Alert } from '../../../live/write.ts'

export const positionRequested = ({ id, zoneId, userId }: TrackingRequest): Alert => ({
  type: 'system',
  zoneId,
  to: [userId],
  title: msg`Request to share your position`,
  text: msg`A manager asks you to share your position. Answer on your dashboard.`,
  about: {},
  source: `tracking:${id}`,
})

/**
 * Creates the alert that tells the requester the answer. An alert about somebody else refers to that person, so that it is deleted
 * when they lose their membership or account.
 */
export function requestAnswered(request: TrackingRequest): Alert {
  const { id, zoneId, zoneName, userId, userName, requestedBy, status } = request
  const alert = {
    type: 'system',
    zoneId,
    to: [requestedBy],
    source: `tracking:${id}:answered`,
  } as const
  const isAccepted = status === 'accepted'
  if (requestedBy === userId)
    return {
      ...alert,
      title: isAccepted ? msg`Your location request was accepted` : msg`Your location request was declined`,
      text: isAccepted ? msg`${{ zone: zoneName }}: start sharing when you’re there.` : zoneName,
      about: {},
    }
  return {
    ...alert,
    title: isAccepted
      ? msg`${{ name: userName }} is sharing their position`
      : msg`${{ name: userName }} declined to share their position`,
    text: zoneName,
    about: { personId: userId },
  }
}
