import { Box, Group, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = {
  icon?: Icon
  title: ReactNode
  /** Rendered beside the title, such as a tag. */
  tag?: ReactNode
  detail: ReactNode
  /** Preferred width in pixels (flex basis). If less space is left, the content beside it wraps below. */
  basis?: number
  children?: ReactNode
}

export function RowHead({ icon: Icon, title, tag, detail, basis, children }: Props) {
  return (
    <Group wrap="nowrap" gap="sm" miw={0} flex={basis && `1 1 ${basis}px`}>
      {Icon && <Icon size="1.5rem" stroke={1.6} aria-hidden color="var(--m-quiet)" />}
      <Box miw={0} flex={1}>
        <Group gap="4px 8px" fw={600}>
          {title}
          {tag}
        </Group>
        <Text component="div" size="xs" c="dimmed">
          {detail}
        </Text>
        {children}
      </Box>
    </Group>
  )
}
