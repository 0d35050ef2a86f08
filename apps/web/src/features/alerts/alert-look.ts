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

const alertIcons: Readonly<Record<AlertType, Icon>> = {
  document_upload: IconFileText,
  group_activity: IconMessages,
  hazard_alert: IconAlertTriangle,
  broadcast: IconSpeakerphone,
  zone_assignment: IconMapPin,
  presence_notice: IconDoorEnter,
  shift_reminder: IconClock,
  system: IconInfoCircle,
}

export function alertIcon({ type, metadata }: Alert): Icon {
  if (metadata.meaning === 'help') return IconLifebuoy
  return metadata.meaning === 'safe' ? IconShieldCheck : alertIcons[type]
}

export const alertTypeLabels: Readonly<Record<AlertType, string>> = {
  document_upload: t`Files & Folders`,
  group_activity: t`Groups`,
  hazard_alert: t`Hazards`,
  broadcast: t`Broadcasts`,
  zone_assignment: t`Zone assignments`,
  presence_notice: t`Entries and exits`,
  shift_reminder: t`Own shifts`,
  system: t`System`,
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
