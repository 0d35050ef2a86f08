import { Flex } from '@mantine/core'
import { type Icon, IconClockExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = { tone?: 'uncertain' | 'danger'; icon?: Icon; bold?: boolean; children: ReactNode }

export const WarningWords = ({
  tone = 'uncertain',
  icon: Icon = IconClockExclamation,
  bold,
  children,
}: Props) => (
  <Flex
    component="span"
    display="inline-flex"
    align="center"
    gap={4}
    c={`var(--m-${tone})`}
    fw={bold ? 600 : undefined}
  >
    <Icon size="1rem" aria-hidden />
    <span>{children}</span>
  </Flex>
)
