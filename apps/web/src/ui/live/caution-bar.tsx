import { Flex } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  icon: ReactNode
  /** True if the content of the screen may be wrong or outdated. The bar is then lower, bold, and also printed. */
  doubtful?: boolean
  children: ReactNode
}

export function CautionBar({ icon, doubtful = false, children }: Props) {
  return (
    <Flex
      align="center"
      justify="center"
      gap="xs"
      mih={doubtful ? 32 : 44}
      p="4px calc(16px + var(--m-details)) 4px 16px"
      fz="sm"
      fw={doubtful ? 600 : undefined}
      c="var(--m-caution-text)"
      bg="var(--m-caution-ground)"
      style={{ borderBottom: '1px solid var(--m-caution-line)' }}
      data-no-print={!doubtful || undefined}
    >
      {icon}
      <span>{children}</span>
    </Flex>
  )
}
