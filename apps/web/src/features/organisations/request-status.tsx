import type { ZoneRequestStatus } from '@muster/domain/zone-request.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { requestStyles } from './zone-request-words.ts'

export function RequestStatus({ status }: { status: ZoneRequestStatus }) {
  const { label, tone, icon } = requestStyles[status]
  return (
    <Tag tone={tone} icon={icon}>
      {label}
    </Tag>
  )
}
