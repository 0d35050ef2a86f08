import { Flex } from '@mantine/core'
import { IconAccessible } from '@tabler/icons-react'
import { needsLabel } from './captain-words.ts'

export const NeedsText = ({ needs }: { needs: string }) => (
  <Flex gap="xs" c="var(--m-uncertain)" fw={600}>
    <IconAccessible size="1.25rem" aria-hidden />
    <span>
      {needsLabel} <span dir="auto">{needs}</span>
    </span>
  </Flex>
)
