import { t } from '@lingui/core/macro'
import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { errorText } from '../../lib/error-text.ts'
import type { PagedList } from '../../lib/use-pages.ts'
import { announce } from '../live/live-region.tsx'
import { ProblemAlert } from '../states/problem-alert.tsx'

type Props<Row> = {
  list: PagedList<Row>
  /** Text below the list that says how many rows are shown. Without it, the list ends with "End of the list". */
  children?: ReactNode
  /** Describes the number of new rows for screen readers: `(3) => '3 more events'`. */
  describeCount: (count: number) => string
  failure?: string
}

/** The button retries after a failure. Renders nothing for a single page without `children`. `PagedGrid` loads automatically. */
export function LoadMore<Row>({ list: { query }, children, describeCount, failure }: Props<Row>) {
  const endRef = useRef<HTMLParagraphElement>(null)
  const fetchNext = async () => {
    const { data, isFetchNextPageError, hasNextPage } = await query.fetchNextPage()
    if (isFetchNextPageError) return
    announce(t`${{ rows: describeCount(data?.pages.at(-1)?.rows.length ?? 0) }} loaded`)
    // The button disappears with the last page. Move the focus here, so that it does not jump to the top of the page.
    if (!hasNextPage) setTimeout(() => endRef.current?.focus())
  }
  const isShort = !query.hasNextPage && (query.data?.pages.length ?? 0) < 2
  if (isShort && children === undefined) return null
  return (
    <Stack align="center" gap="xs" py={4}>
      {query.isFetchNextPageError && (
        <ProblemAlert>
          {errorText(query.error, failure ?? t`Couldn’t load more. Check your connection and try again.`)}
        </ProblemAlert>
      )}
      <Text ref={endRef} tabIndex={-1} c="dimmed">
        {children ?? (!query.hasNextPage && t`End of the list`)}
      </Text>
      {query.hasNextPage && (
        <Button variant="default" onClick={() => void fetchNext()} disabled={query.isFetchingNextPage}>
          {query.isFetchingNextPage ? t`Loading…` : t`Load more`}
        </Button>
      )}
    </Stack>
  )
}
