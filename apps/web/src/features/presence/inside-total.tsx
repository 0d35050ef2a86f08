import { Plural, Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import { UnseenCount } from '../../ui/people/inside-split.tsx'
import classes from './presence-panel.module.css'

export type InsideCounts = { people: number; unseen: number; zones: number; zonesOverCapacity: number }

type Props = { counts: InsideCounts; children?: ReactNode }

export function InsideTotal({ counts: { people, unseen, zones }, children }: Props) {
  const seenCount = Math.max(0, people - unseen)
  return (
    <LiveTint value={people}>
      <Group align="baseline" gap="4px 12px" py={4}>
        <span className={classes.figure} data-testid="inside-everywhere">
          {formatCount(seenCount)}
        </span>
        <Text span inherit c="dimmed">
          {people === 0 ? (
            <Plural value={seenCount} one="person inside" other="people inside" />
          ) : (
            <Trans>
              <Plural value={seenCount} one="person inside" other="people inside" />, in{' '}
              <Plural value={zones} one="# zone" other="# zones" />
            </Trans>
          )}
        </Text>
        <UnseenCount unseen={unseen} />
        {children}
      </Group>
    </LiveTint>
  )
}
