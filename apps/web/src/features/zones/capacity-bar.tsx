import { IconAlertTriangle } from '@tabler/icons-react'
import { formatCapacity, formatCount } from '../../lib/format-count.ts'
import { LiveTint } from '../../ui/live/live-tint.tsx'
import classes from './capacity-bar.module.css'

type Props = { current: number; max: number | null }

/** How full a zone is: the figure in words, and a bar where there is a maximum. */
export function CapacityBar({ current, max }: Props) {
  const free = max === null ? null : max - current
  const full = free !== null && free <= 0
  const over = free !== null && free < 0
  return (
    <LiveTint value={current}>
      <div className={classes.capacity}>
        <div className={classes.words}>
          <span>{formatCapacity(current, max)} inside</span>
          {free !== null && !full && <span className={classes.quiet}>{formatCount(free)} available</span>}
          {free === 0 && <span>Full</span>}
          {over && (
            <span className={classes.over}>
              <IconAlertTriangle size={16} aria-hidden />
              {formatCount(-free)} over capacity
            </span>
          )}
        </div>
        {max !== null && (
          <div className={classes.track} aria-hidden="true">
            <div
              className={classes.fill}
              data-full={(full && !over) || undefined}
              data-over={over || undefined}
              style={{ width: `${Math.min(100, (current / Math.max(1, max)) * 100)}%` }}
            />
          </div>
        )}
      </div>
    </LiveTint>
  )
}
