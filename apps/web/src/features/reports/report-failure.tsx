import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconFileAlert, IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorText, hasCode, toNextPageError } from '../../lib/error-text.ts'
import { getStaleSince } from '../../lib/stale-since.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { EnterZoneFirst } from '../auth/public.ts'

type Props = {
  zone: { id: string; name: string } | undefined
  query: {
    readonly data: unknown
    readonly error: Error | null
    readonly isError: boolean
    readonly isFetching: boolean
    readonly dataUpdatedAt: number
    readonly refetch: () => unknown
  }
  /** The next step offered if the report is too large. */
  shorter?: ReactNode
  onClear?: () => void
}

const refusalCodes = ['FORBIDDEN', 'ZONE_NOT_FOUND', 'ZONE_ENTRY_REQUIRED'] as const
const missingSubjectCodes = ['GROUP_NOT_FOUND', 'USER_NOT_FOUND'] as const

/** True if loaded data must be hidden too: the reader may no longer see it, or its group or person no longer exists. */
export const hidesReport = (error: unknown): boolean =>
  hasCode(error, ...refusalCodes, ...missingSubjectCodes)

export function ReportFailure({ zone, query, shorter, onClear }: Props) {
  const { error, isError, isFetching, refetch } = query
  if (!isError) return null
  if (zone && hasCode(error, 'ZONE_ENTRY_REQUIRED')) {
    const zoneName = zone.name
    return (
      <EnterZoneFirst
        zone={zone}
        text={t`Enter your PIN to see reports for ${zoneName}.`}
        onEntered={() => void refetch()}
      />
    )
  }
  if (hasCode(error, 'FORBIDDEN', 'ZONE_NOT_FOUND')) return <NotAllowed />
  if (onClear && hasCode(error, ...missingSubjectCodes)) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title={hasCode(error, 'GROUP_NOT_FOUND') ? t`Group not found` : t`Person not found`}
        text={t`Clear the filters to see the report for the whole zone.`}
      >
        <Button variant="default" onClick={onClear}>
          {t`Clear filters`}
        </Button>
      </EmptyState>
    )
  }
  if (hasCode(error, 'REPORT_TOO_LARGE')) {
    return (
      <EmptyState
        icon={IconFileAlert}
        title={t`Too much data for one report`}
        text={errorText(error, t`Choose fewer days, one zone, a group or a person.`)}
      >
        {shorter}
      </EmptyState>
    )
  }
  return (
    <ErrorState
      title={t`Failed to load the report`}
      error={error}
      text={toNextPageError(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
      staleSince={getStaleSince(query)}
    />
  )
}
