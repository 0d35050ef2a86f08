import { Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export const CautionNote = ({ children }: { children: ReactNode }) => (
  <Group
    role="note"
    wrap="nowrap"
    align="flex-start"
    gap="xs"
    p="sm"
    c="var(--m-caution-text)"
    bg="var(--m-caution-ground)"
    bd="1px solid var(--m-caution-line)"
    bdrs="md"
  >
    <IconAlertTriangle size="1.25rem" style={{ flex: 'none' }} aria-hidden />
    <div>{children}</div>
  </Group>
)
