import { t } from '@lingui/core/macro'
import { ActionIcon, Group, Stack } from '@mantine/core'
import { type Icon, IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatMinute } from './day-words.ts'
import classes from './days.module.css'

const minuteMs = 60_000

type Props = {
  from: number
  to: number
  moment: number
  /** Describes the state at `moment`, for screen readers. */
  words: string
  labels: { before: string; after: string }
  before: number | undefined
  after: number | undefined
  /** The strip above the slider. */
  children: ReactNode
  onMoment: (moment: number) => void
}

/** Slides in minutes. Two buttons jump to the previous and next event, because events can be many minutes apart. */
export function TimeSlider({ from, to, moment, words, labels, before, after, children, onMoment }: Props) {
  const maxMinute = Math.max(0, Math.floor((to - from - 1) / minuteMs))
  return (
    <Group wrap="nowrap" gap="sm">
      <StepButton label={labels.before} icon={IconPlayerTrackPrev} to={before} onMoment={onMoment} />
      <Stack gap={0} flex={1} miw={0}>
        {children}
        <input
          type="range"
          className={classes.range}
          aria-label={t`Time of day`}
          aria-valuetext={`${formatMinute(moment)}: ${words}`}
          min={0}
          max={maxMinute}
          step={1}
          value={Math.min(maxMinute, Math.max(0, Math.floor((moment - from) / minuteMs)))}
          // Uses the end of the minute, so that events within it count.
          onChange={event => onMoment(from + (Number(event.currentTarget.value) + 1) * minuteMs - 1)}
        />
        <Group wrap="nowrap" justify="space-between" gap={0} fz="xs" c="dimmed" data-figures aria-hidden>
          <span>{formatMinute(from)}</span>
          <span>{formatMinute((from + to) / 2)}</span>
          <span>{isMidnight(to) ? '24:00' : formatMinute(to)}</span>
        </Group>
      </Stack>
      <StepButton label={labels.after} icon={IconPlayerTrackNext} to={after} onMoment={onMoment} />
    </Group>
  )
}

const isMidnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0) === ms

type StepProps = Pick<Props, 'onMoment'> & { label: string; icon: Icon; to: number | undefined }

function StepButton({ label, icon: Icon, to, onMoment }: StepProps) {
  return (
    <ActionIcon
      size="input-sm"
      variant="default"
      aria-label={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && onMoment(to)}
    >
      <Icon className="points" size="1.125rem" aria-hidden />
    </ActionIcon>
  )
}

/** Returns a function that converts a moment to its position on the axis, as a CSS percentage. */
export const timeScale =
  ({ from, to }: Pick<Props, 'from' | 'to'>) =>
  (at: number) =>
    `${((at - from) / (to - from)) * 100}%`
