import { t } from '@lingui/core/macro'
import { Button, Stack, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { errorText } from '../../lib/error-text.ts'
import type { ListState } from '../../lib/use-pages.ts'
import { ProblemAlert } from '../states/problem-alert.tsx'
import classes from './paged-grid.module.css'
import { VirtualGrid } from './virtual-grid.tsx'

type Props<Row> = Omit<ComponentProps<typeof VirtualGrid<Row>>, 'items' | 'onNearEnd' | 'setSize'> & {
  list: ListState<Row>
  /** The total number of rows, if known before all are loaded. */
  total?: number | undefined
}

/** The next page loads before the end is reached. Renders nothing without rows, because `List` shows that state. */
export function PagedGrid<Row>({ list, total, ...grid }: Props<Row>) {
  const { query, rows = [], readOn, complete, error } = list
  if (rows.length === 0) return null
  return (
    <>
      <div
        aria-busy={query?.isPlaceholderData || undefined}
        data-changing={query?.isPlaceholderData || undefined}
        className={classes.list}
      >
        <VirtualGrid
          {...grid}
          items={rows}
          setSize={complete ? rows.length : (total ?? -1)}
          onNearEnd={readOn}
        />
      </div>
      {query?.isFetchNextPageError && (
        <Stack align="center" gap="sm" mt="var(--m-gap)">
          <ProblemAlert>
            {errorText(error, t`Couldn’t load more. Check your connection and try again.`)}
          </ProblemAlert>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t`Load more`}
          </Button>
        </Stack>
      )}
      {query?.isFetchingNextPage && !query.isFetchNextPageError && (
        <Text c="dimmed" mt="var(--m-gap)" ta="center" role="status">
          {t`Loading more…`}
        </Text>
      )}
    </>
  )
}
