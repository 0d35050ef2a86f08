import { t } from '@lingui/core/macro'
import { Flex, Group, Stack } from '@mantine/core'
import { type Icon, IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { ActionIcon } from '../../ui/action-icon.tsx'
import type { DayAxis, Span } from './day-timeline.ts'
import { formatMinute } from './day-words.ts'
import classes from './days.module.css'

const minuteMs = 60_000

type SliderProps = {
  axis: DayAxis
  moment: number
  /** The moments to which the two buttons jump, in order, because they can be many minutes apart. */
  stops: readonly number[]
  stopLabels: { before: string; after: string }
  /** The begin of the state shown at `moment`, for the button that leads before it. */
  shownSince?: number
  /** Describes the state at `moment`, for screen readers. */
  words: string
  /** Stands above the slider. */
  strip: ReactNode
  /** The slot that is wider where map and list are side by side. */
  wide: 'map' | 'list'
  onMoment: (moment: number) => void
}

type Props = SliderProps & {
  /** The state at `moment`, in one line. */
  line: ReactNode
  map?: ReactNode
  list: ReactNode
}

/** A day played back: a slider with the state at its moment, which stays in sight above map and list. */
export function DayPlayer({ line, map, list, ...slider }: Props) {
  const { axis, moment, wide } = slider
  return (
    <div
      className={classes.day}
      data-wide={map ? wide : undefined}
      style={{ '--at': toPosition(axis, moment) } as CSSProperties}
    >
      <div className={classes.timeline}>
        <Flex component="p" wrap="wrap" align="center" gap="4px 12px" className={classes.moment}>
          {line}
        </Flex>
        <TimeSlider {...slider} />
      </div>
      {map && (
        <Stack gap="sm" className={classes.map}>
          {map}
        </Stack>
      )}
      <Stack gap="sm" className={classes.list}>
        {list}
      </Stack>
    </div>
  )
}

/** Slides in minutes. */
function TimeSlider({
  axis,
  moment,
  stops,
  stopLabels,
  shownSince = moment,
  words,
  strip,
  wide,
  onMoment,
}: SliderProps) {
  const { from, to } = axis
  const maxMinute = Math.max(0, Math.floor((to - from - 1) / minuteMs))
  const before = stops.findLast(at => at < shownSince)
  const after = stops.find(at => at > moment)
  return (
    <Group wrap="nowrap" gap="sm">
      <StepButton label={stopLabels.before} icon={IconPlayerTrackPrev} to={before} onMoment={onMoment} />
      <Stack gap={0} flex={1} miw={0}>
        <div className={classes.strip} data-wide={wide} aria-hidden>
          <ShiftBands axis={axis} />
          {strip}
        </div>
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
      <StepButton label={stopLabels.after} icon={IconPlayerTrackNext} to={after} onMoment={onMoment} />
    </Group>
  )
}

const isMidnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0) === ms

type StepProps = Pick<Props, 'onMoment'> & { label: string; icon: Icon; to: number | undefined }

function StepButton({ label, icon: Icon, to, onMoment }: StepProps) {
  return (
    <ActionIcon
      icon={Icon}
      iconSize="1.125rem"
      points
      size="input-sm"
      variant="default"
      aria-label={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && onMoment(to)}
    />
  )
}

/** Returns the position of a moment on the axis, as a CSS percentage. */
const toPosition = ({ from, to }: Span, at: number) => `${((at - from) / (to - from)) * 100}%`

type AxisSpanProps = {
  axis: Span
  span: Span
  /** How the span looks: `visit` also takes attributes that start with `data-`. */
  look: 'shift' | 'bar' | 'visit' | 'unseenVisit'
  onMoment?: (moment: number) => void
}

/** A span drawn on the axis of a day. A press on it moves the slider to its beginning. */
export function AxisSpan({ axis, span, look, onMoment, ...data }: AxisSpanProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users have the slider
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have the slider
    <span
      {...data}
      className={classes[look]}
      style={{
        insetInlineStart: toPosition(axis, span.from),
        width: toPosition(axis, axis.from + span.to - span.from),
      }}
      onClick={onMoment && (() => onMoment(span.from))}
    />
  )
}

/** The planned shifts as quiet bands behind what is drawn on a day's axis. */
export const ShiftBands = ({ axis }: { axis: DayAxis }) =>
  axis.shifts.map(shift => <AxisSpan key={shift.from} axis={axis} span={shift} look="shift" />)
