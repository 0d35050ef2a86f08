import { Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { toneStyle } from '../../ui/badges/tag.tsx'
import classes from './security.module.css'

type Props = {
  state: 'good' | 'bad' | 'unknown'
  /** The verdict in one or two words, such as "Intact". */
  title: string
  children: ReactNode
}

const icons = { good: IconCircleCheck, bad: IconShieldX, unknown: IconShieldQuestion }
const tones = { good: 'good', bad: 'danger', unknown: 'quiet' } as const

export function Verdict({ state, title, children }: Props) {
  const Icon = icons[state]
  return (
    <div className={classes.verdict} style={toneStyle(tones[state])} data-state={state}>
      <Icon size="1.75rem" stroke={1.7} aria-hidden />
      <Stack gap="xs" miw={0}>
        <Text size="md" fw={600} lh="28px" c="var(--tone)">
          {title}
        </Text>
        <div>{children}</div>
      </Stack>
    </div>
  )
}
