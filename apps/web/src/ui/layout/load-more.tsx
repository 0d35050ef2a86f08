import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { errorText } from '../../lib/error-text.ts'
import type { PagedList } from '../../lib/use-pages.ts'
import { announce } from '../live/live-region.tsx'
import { ProblemAlert } from '../states/problem-alert.tsx'

type Props<Row> = {
  list: PagedList<Row>
  /** Text at the end of the list: how many are shown. Without it: once all are read, that these are all. */
  children?: ReactNode
  /** Names the new rows, for screen readers: `(3) => '3 more events'`. */
  said: (count: number) => string
  failure?: string
}

/**
 * The end of a list that is read on by a button: where the next page does not come it says so and offers to try again.
 * `PagedGrid` reads on by itself.
 */
export function LoadMore<Row>({ list: { query }, children, said, failure }: Props<Row>) {
  const end = useRef<HTMLParagraphElement>(null)
  const readOn = async () => {
    const { data, isFetchNextPageError, hasNextPage } = await query.fetchNextPage()
    if (isFetchNextPageError) return
    announce(`${said(data?.pages.at(-1)?.rows.length ?? 0)} loaded`)
    // The button goes with the last page; the keyboard must not fall back to the top.
    if (!hasNextPage) setTimeout(() => end.current?.focus())
  }
  const isShort = !query.hasNextPage && (query.data?.pages.length ?? 0) < 2
  if (isShort && children === undefined) return null
  return (
    <Stack align="center" gap="xs" py={4}>
      {query.isFetchNextPageError && (
        <ProblemAlert>
          {errorText(query.error, failure ?? 'Could not load more. Check your connection and try again.')}
        </ProblemAlert>
      )}
      <Text ref={end} tabIndex={-1} c="dimmed">
        {children ?? (!query.hasNextPage && 'These are all.')}
      </Text>
      {query.hasNextPage && (
        <Button variant="default" onClick={() => void readOn()} disabled={query.isFetchingNextPage}>
          {query.isFetchingNextPage ? 'Loading…' : 'Load more'}
        </Button>
      )}
    </Stack>
  )
}
