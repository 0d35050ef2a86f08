import { t } from '@lingui/core/macro'
import type { Document } from '@muster/contract/documents.ts'
import { IconBook2, IconClockPause } from '@tabler/icons-react'
import { Tag } from '../../ui/badges/tag.tsx'
import { useIsConfirmationQueued } from './use-confirm-reading.ts'

export function ReadingTag({ document: { id, reading } }: { document: Document }) {
  const isQueued = useIsConfirmationQueued(id)
  if (reading?.mine === 'asked' && isQueued)
    return (
      <Tag tone="caution" icon={IconClockPause}>
        {t`Read, not sent yet`}
      </Tag>
    )
  if (!reading || reading.mine === 'asked') return null
  return (
    <Tag tone={reading.mine === 'confirmed' ? 'inside' : 'quiet'} icon={IconBook2}>
      {reading.mine === 'confirmed' ? t({ message: 'Read', context: 'state' }) : t`Required reading`}
    </Tag>
  )
}
