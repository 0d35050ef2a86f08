import { plural, t } from '@lingui/core/macro'
import { Group, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { usePages } from '../../lib/use-pages.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { VisitRow } from './visit-row.tsx'

type Props = {
  zoneId: string
  q: string | undefined
  mayReceive: boolean
  /** Called before the page of the visitors opens, to select the zone. */
  onOpenPage?: (() => void) | undefined
}

/** The visitors who are signed in, below the people inside. Renders nothing while there are none. */
export function VisitorsInside({ zoneId, q, mayReceive, onOpenPage }: Props) {
  const counts = useQuery(orpc.visitors.counts.queryOptions({ input: { zoneId } }))
  const list = usePages(orpc.visitors.list, { zoneId, state: 'inside' as const, search: q })
  const inside = counts.data?.inside ?? 0
  if (list.failed || counts.isError)
    return (
      <ErrorState
        title={t`Failed to load visitors`}
        error={list.error ?? counts.error}
        onRetry={() => {
          list.retry()
          void counts.refetch()
        }}
        retrying={list.retrying}
      />
    )
  const rows = list.rows ?? []
  if (inside === 0 && rows.length === 0) return null
  return (
    <Stack component="section" gap="xs" mt="md" aria-label={t`Visitors`}>
      <Group justify="space-between" gap="xs">
        <Text component="h2" fw={600} size="md">
          {plural(inside, { one: '# visitor', other: '# visitors' })}
        </Text>
        <PageLink to={paths.visitors} icon={IconUsers} onClick={onOpenPage}>
          {t`Visitors`}
        </PageLink>
      </Group>
      {rows.map(visit => (
        <VisitRow key={visit.id} visit={visit} mayReceive={mayReceive} />
      ))}
      {rows.length === 0 && q && <Text c="dimmed">{t`No visitors found`}</Text>}
      <LoadMore
        list={list}
        describeCount={count => plural(count, { one: '# more visitor', other: '# more visitors' })}
      />
    </Stack>
  )
}
