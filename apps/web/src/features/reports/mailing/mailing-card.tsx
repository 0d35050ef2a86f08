import { Box, Card, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { AgeGrey } from '../../../ui/live/age-grey.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'

type Props = {
  title: string
  text: ReactNode
  query: Pick<
    UseQueryResult,
    'isPending' | 'isError' | 'error' | 'isFetching' | 'refetch' | 'dataUpdatedAt' | 'data'
  >
  failure: string
  act?: ReactNode
  children: ReactNode
}

export function MailingCard({ title, text, query, failure, act, children }: Props) {
  const titleId = useId()
  return (
    <Card component="section" aria-labelledby={titleId}>
      <Group align="flex-start" justify="space-between" gap="8px 12px">
        <Box flex="1 1 12rem" miw={0}>
          <h2 id={titleId}>{title}</h2>
          <Text size="xs" c="dimmed">
            {text}
          </Text>
        </Box>
        {act}
      </Group>
      <Loaded query={query} failure={failure} skeleton={2} />
      <AgeGrey stale={query.isError}>{children}</AgeGrey>
    </Card>
  )
}
