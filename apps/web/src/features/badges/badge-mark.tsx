import { t } from '@lingui/core/macro'
import { IconId } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'
import { useBadgeBesidePhone } from './use-badges-inside.ts'

/** Says of a person who is inside by phone that their badge came in too. Renders nothing otherwise. */
export function BadgeMark({ zoneId, userId }: { zoneId: string; userId: string }) {
  return useBadgeBesidePhone(zoneId, userId) && <Tag icon={IconId}>{t`Also by badge`}</Tag>
}
