import type { Alert } from '@muster/contract/alerts.ts'
import type { AlertType } from '@muster/domain/alert.ts'
import {
  type Icon,
  IconAlertTriangle,
  IconFileText,
  IconInfoCircle,
  IconMapPin,
  IconMessages,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'

export const alertIcons: Readonly<Record<AlertType, Icon>> = {
  document_upload: IconFileText,
  group_activity: IconMessages,
  hazard_alert: IconAlertTriangle,
  broadcast: IconSpeakerphone,
  zone_assignment: IconMapPin,
  system: IconInfoCircle,
}

export const alertTypeWords: Readonly<Record<AlertType, string>> = {
  document_upload: 'Documents',
  group_activity: 'Groups',
  hazard_alert: 'Hazard notifications',
  broadcast: 'Broadcasts',
  zone_assignment: 'Zone assignments',
  system: 'System',
}

/** The address of what an alert is about; undefined where there is nothing to open. */
export function alertTarget({ type, metadata, zoneId }: Alert): string | undefined {
  const { hazardId, broadcastId, groupId, folderId, zoneRequestId, day, personId } = metadata
  const inZone = zoneId ? `&zone=${zoneId}` : ''
  if (hazardId) return `${paths.hazards}?hazard=${hazardId}${inZone}`
  if (broadcastId) return `${paths.broadcasts}?broadcast=${broadcastId}`
  if (typeof groupId === 'string') return `/groups/${groupId}`
  if (zoneRequestId) return `${paths.zoneRequests}?request=${zoneRequestId}`
  if (day)
    return `${paths.reports}?from=${day}&to=${day}${inZone}${zoneId && personId ? `&person=${personId}` : ''}`
  if (type === 'document_upload')
    return `${paths.documents}?${new URLSearchParams({ ...(folderId && { folder: folderId }), ...(zoneId && { zone: zoneId }) })}`
  if (type === 'zone_assignment') return paths.zoneSelection
  return undefined
}
