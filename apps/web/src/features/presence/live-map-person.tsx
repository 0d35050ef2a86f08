import { Trans } from '@lingui/react/macro'
import type { LivePosition } from '@muster/contract/presence.ts'
import { memo } from 'react'
import { formatAccuracy } from '../../lib/format-accuracy.ts'
import { MockMark } from '../../ui/badges/mock-mark.tsx'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import classes from './live-map.module.css'

type Props = {
  person: LivePosition
  chosen: boolean
  /** Called when the person is selected; omitted in the read-only label over the map. Must be stable, or all rows render again. */
  onChoose?: (userId: string) => void
  onHover?: (userId: string | undefined) => void
}

/** A row that highlights the person on the map if there is `onChoose`; otherwise a label. */
export const LiveMapPerson = memo(function LiveMapPerson({ person, chosen, onChoose, onHover }: Props) {
  const { userId, name, inside, at, accuracyMeters, mock } = person
  const accuracy = accuracyMeters === null ? null : formatAccuracy(accuracyMeters)
  const description = (
    <PersonChip
      name={name}
      detail={
        <>
          <PresenceBadge presence={inside ? 'inside' : 'outside'} lastSeen={at} />
          <MockMark mock={mock} />
          <span>
            {accuracy === null ? (
              <RelativeTime at={at} />
            ) : (
              <Trans>
                <RelativeTime at={at} />, {accuracy}
              </Trans>
            )}
          </span>
        </>
      }
    />
  )
  if (!onChoose) return description
  return (
    <li>
      <button
        type="button"
        className={classes.person}
        aria-pressed={chosen}
        onClick={() => onChoose(userId)}
        onPointerEnter={() => onHover?.(userId)}
        onPointerLeave={() => onHover?.(undefined)}
        onFocus={() => onHover?.(userId)}
        onBlur={() => onHover?.(undefined)}
      >
        {description}
      </button>
    </li>
  )
})
