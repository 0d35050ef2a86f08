import { t } from '@lingui/core/macro'
import type { Alert } from '@muster/contract/alerts.ts'
import type { AlertType } from '@muster/domain/alert.ts'
import {
  type Icon,
  IconAlertTriangle,
  IconClock,
  IconDoorEnter,
  IconFileText,
  IconInfoCircle,
  IconLifebuoy,
  IconMapPin,
  IconMessages,
  IconShieldCheck,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'

type AlertLook = { readonly icon: Icon; readonly label: string }

export const alertLooks: Readonly<Record<AlertType, AlertLook>> = {
  document_upload: { icon: IconFileText, label: t`Files & Folders` },
  group_activity: { icon: IconMessages, label: t`Groups` },
  hazard_alert: { icon: IconAlertTriangle, label: t`Hazards` },
  broadcast: { icon: IconSpeakerphone, label: t`Broadcasts` },
  zone_assignment: { icon: IconMapPin, label: t`Zone assignments` },
  presence_notice: { icon: IconDoorEnter, label: t`Entries and exits` },
  shift_reminder: { icon: IconClock, label: t`Own shifts` },
  system: { icon: IconInfoCircle, label: t`System` },
}

export function alertIcon({ type, metadata }: Alert): Icon {
  if (metadata.meaning === 'help') return IconLifebuoy
  return metadata.meaning === 'safe' ? IconShieldCheck : alertLooks[type].icon
}

/**
 * The page on which the recipient acts: the board, the captain's list, or home with the alarm on it. After the end only the board says more.
 * Alerts of an earlier version say nothing about it; those about calls for help went to people who see the board.
 */
function emergencyTarget(
  emergencyId: string,
  { opens, meaning, endedAt }: Alert['metadata'],
): string | undefined {
  if (opens === 'board' || (opens === undefined && meaning === 'help'))
    return `${paths.emergencies}/${emergencyId}`
  if (endedAt) return undefined
  return opens === 'captain' ? paths.captain : paths.dashboard
}

export function alertTarget({ type, metadata, zoneId }: Alert): string | undefined {
  const { emergencyId, hazardId, broadcastId, groupId, folderId, documentId } = metadata
  const { zoneRequestId, day, personId, answerTo } = metadata
  const zoneParam = zoneId ? `&zone=${zoneId}` : ''
  if (emergencyId) return emergencyTarget(emergencyId, metadata)
  if (hazardId) return `${paths.hazards}?hazard=${hazardId}${zoneParam}`
  if (broadcastId) return `${paths.broadcasts}?broadcast=${broadcastId}`
  // An alert about an answer links to the person who answered, because zone managers may not see all answers to a broadcast sent to
  // every zone.
  if (answerTo)
    return `${paths.broadcasts}?broadcast=${answerTo}${personId && zoneId ? `&person=${personId}&in=${zoneId}` : ''}`
  if (typeof groupId === 'string') return `/groups/${groupId}`
  if (zoneRequestId) return `${paths.zoneRequests}?request=${zoneRequestId}`
  if (day)
    return `${paths.reports}?from=${day}&to=${day}${zoneParam}${zoneId && personId ? `&person=${personId}` : ''}`
  if (type === 'document_upload')
    return `${paths.documents}?${new URLSearchParams({
      ...(folderId && { folder: folderId }),
      ...(zoneId && { zone: zoneId }),
      ...(documentId && { document: documentId }),
    })}`
  if (type === 'presence_notice' && zoneId) return `${paths.insideNow}?zone=${zoneId}`
  if (type === 'shift_reminder') return paths.dashboard
  if (metadata.captain !== undefined) return metadata.captain ? paths.captain : undefined
  if (type === 'zone_assignment') return paths.zoneSelection
  return undefined
}
