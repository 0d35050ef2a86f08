import { t } from '@lingui/core/macro'
import type { Severity } from '@muster/domain/severity.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { LevelBadge } from '../../ui/badges/level-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'

export const severityNames: Record<Severity, string> = {
  info: t`Info`,
  low: t`Low`,
  medium: t`Medium`,
  high: t`High`,
  critical: t`Critical`,
}

export function SeverityTag({ severity }: { severity: Severity }) {
  if (severity !== 'info') return <LevelBadge level={severity} />
  return <Tag icon={IconInfoCircle}>{severityNames.info}</Tag>
}
