import { t } from '@lingui/core/macro'
import { Card, Paper, SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import classes from './skeletons.module.css'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

export function CardGridSkeleton({ count = 6 }: { count?: number }) {
  return (
    <SimpleGrid minColWidth="min(100%, 320px)" spacing="var(--m-gap)" aria-busy="true" role="status">
      <VisuallyHidden>{t`Loading…`}</VisuallyHidden>
      {range(count).map(index => (
        <Card key={index}>
          <Skeleton height={20} width="60%" />
          <Skeleton height={12} width="90%" />
          <Skeleton height={8} />
          <Skeleton height={36} width="45%" />
        </Card>
      ))}
    </SimpleGrid>
  )
}

export function ListSkeleton({ count = 8 }: { count?: number }) {
  return (
    <Stack gap="xs" aria-busy="true" role="status">
      <VisuallyHidden>{t`Loading…`}</VisuallyHidden>
      {range(count).map(index => (
        <Paper withBorder className={classes.row} key={index}>
          <Skeleton height={40} circle />
          <Stack gap="xs">
            <Skeleton height={14} width="40%" />
            <Skeleton height={12} width="65%" />
          </Stack>
          <Skeleton height={24} radius="xl" />
        </Paper>
      ))}
    </Stack>
  )
}
