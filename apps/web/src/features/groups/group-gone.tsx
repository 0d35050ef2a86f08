import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { orpc } from '../../lib/api.ts'
import { hasCode, isNotFound } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { EnterZone } from '../../ui/states/enter-zone.tsx'

type Props = {
  error: Error
  groupId: string
  /** Shown for errors other than a missing group or a zone that has not been entered. */
  failed: ReactNode
}

/** The reason why a group cannot be shown: its zone must be entered first, it does not exist, or it failed to load. */
export function GroupUnavailable({ error, groupId, failed }: Props) {
  const needsEntry = hasCode(error, 'ZONE_ENTRY_REQUIRED')
  const { data } = useQuery({
    ...orpc.groups.zoneOf.queryOptions({ input: { groupId } }),
    enabled: needsEntry,
  })
  if (needsEntry) return data ? <EnterZone zoneId={data.zoneId} /> : null
  if (!isNotFound(error)) return failed
  return (
    <EmptyState
      icon={IconMessages}
      title={t`Group not found`}
      text={t`It was deleted, or you’re no longer a member.`}
    >
      <Button component={Link} to={paths.myGroups}>
        {t`Back to My Groups`}
      </Button>
    </EmptyState>
  )
}
