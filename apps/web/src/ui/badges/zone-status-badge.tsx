import { i18n } from '@lingui/core'
import { type ZoneStatus, zoneStatusLabel } from '@muster/domain/zone.ts'
import { StatusBadge } from './status-badge.tsx'

/** The status of a zone as people see it: Active, or Suspended for anything else. */
export function ZoneStatusBadge({ status }: { status: ZoneStatus }) {
  return (
    <StatusBadge
      status={status === 'active' ? 'active' : 'suspended'}
      label={i18n._(zoneStatusLabel(status))}
    />
  )
}
