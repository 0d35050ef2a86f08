import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { InsidePerson as Person } from '@muster/contract/presence.ts'
import { accuracyBand } from '@muster/domain/accuracy.ts'
import { memo, type ReactNode } from 'react'
import { formatAccuracy } from '../../lib/format-accuracy.ts'
import { MockMark } from '../../ui/badges/mock-mark.tsx'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import tint from '../../ui/live/live-tint.module.css'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { usePointedOut } from '../../ui/people/pointing.tsx'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { BadgeMark } from '../badges/public.ts'
import { SharingMark } from '../sharing/public.ts'
import classes from './presence-panel.module.css'

type RowProps = {
  person: Pick<Person, 'userId' | 'name'>
  /** Renders the person's call button. */
  actionFor: ((person: Pick<Person, 'userId' | 'name'>) => ReactNode) | undefined
  isOpen: boolean
  /** Opens the person's details; undefined if they have none. */
  onOpen: ((userId: string) => void) | undefined
}

type PanelRowProps = RowProps & {
  marks: ReactNode
  /** True if the person entered while the page was open. */
  arrived?: boolean
  /** The times at the end of the row. */
  children: ReactNode
}

/** A row of a person who is inside or has left. A press opens the details. */
export function PanelRow({ person, marks, arrived, actionFor, isOpen, onOpen, children }: PanelRowProps) {
  const isPointedOut = usePointedOut(person.userId)
  const opensDetails = useOpensDetails(isOpen)
  const { name } = person
  return (
    <li
      className={`${classes.row} ${classes.person} ${tint.tint}`}
      data-changed={arrived || undefined}
      {...isPointedOut}
    >
      <PersonChip name={name} detail={marks} />
      {onOpen && (
        <button
          type="button"
          className={classes.open}
          aria-label={t`Details for ${name}`}
          data-no-print
          onClick={() => onOpen(person.userId)}
          {...opensDetails}
        />
      )}
      {children && <span className={classes.side}>{children}</span>}
      {actionFor?.(person)}
    </li>
  )
}

type Props = RowProps & {
  zoneId: string
  person: Person
  arrived: boolean
  /** True if the person has not been seen for a long time, and may have left. */
  stale: boolean
  /** Shows the times below the name, without the role and a good accuracy. */
  short?: boolean | undefined
}

/**
 * Shows a person inside: entry time, last-seen time and accuracy. Memoised, so that hundreds of rows do not render again when one
 * changes.
 */
export const InsidePerson = memo(function InsidePerson({ zoneId, stale, short = false, ...row }: Props) {
  const { person } = row
  const { accuracyMeters } = person
  const showsAccuracy = accuracyMeters !== null && (!short || accuracyBand(accuracyMeters) === 'poor')
  const times = (
    <>
      <span>
        <Trans>
          Since <RelativeTime at={person.since} form="clock" />
        </Trans>
      </span>
      {stale ? (
        <WarningWords>
          <Trans>
            Not seen since <RelativeTime at={person.lastSeen} form="clock" />
          </Trans>
        </WarningWords>
      ) : (
        <span>
          <Trans>
            Seen <RelativeTime at={person.lastSeen} form="ago" />
          </Trans>
        </span>
      )}
    </>
  )
  return (
    <PanelRow
      {...row}
      marks={
        <>
          {short ? times : <RoleBadge role={person.role} />}
          <MockMark mock={person.mock} />
          <SharingMark zoneId={zoneId} userId={person.userId} />
          <BadgeMark zoneId={zoneId} userId={person.userId} />
          {showsAccuracy && <AccuracyText meters={accuracyMeters} />}
        </>
      }
    >
      {!short && times}
    </PanelRow>
  )
})

function AccuracyText({ meters }: { meters: number }) {
  const accuracyText = formatAccuracy(meters)
  return accuracyBand(meters) === 'poor' ? (
    <WarningWords>{accuracyText}</WarningWords>
  ) : (
    <span>{accuracyText}</span>
  )
}
