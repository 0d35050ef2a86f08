import { t } from '@lingui/core/macro'
import { IconMapPinQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/states/empty-state.tsx'

/** Shown if the URL names no zone this person may see. */
export function ZoneNotFound({ children }: { children?: ReactNode }) {
  return (
    <EmptyState
      icon={IconMapPinQuestion}
      title={t`Zone not found`}
      text={t`It may have been deleted, or you’re not assigned to it.`}
    >
      {children}
    </EmptyState>
  )
}
