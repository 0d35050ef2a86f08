import type { ReportDocument } from '@muster/contract/report-document.ts'
import { dayIn } from '@muster/domain/report-span.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Name } from '../../ui/people/name.tsx'
import { formatDateIn, formatDay, formatMomentIn } from './format-cell.ts'
import { kindLabels } from './report-words.ts'
import classes from './reports.module.css'

type Props = { document: ReportDocument; actions?: ReactNode }

/** What the report is about, of which days on whose calendar, when it was made, and since when anything is kept. */
export function ReportTitle({ document, actions }: Props) {
  const { kind, subject, group, person, from, to, timeZone, zonesDiffer, madeAt, keptSince } = document
  const ofPeople = kind === 'attendance' || kind === 'presence'
  const beginsTooEarly = from < dayIn(timeZone, Date.parse(keptSince))
  return (
    <header className={classes.about}>
      <div className={classes.head}>
        <h2 className={classes.subject}>
          {kindLabels[kind]}: <Name>{subject}</Name>
        </h2>
        {actions && (
          <div className={classes.actions} data-no-print>
            {actions}
          </div>
        )}
      </div>
      {group !== undefined && (
        <p>
          Group: <Name>{group}</Name>
        </p>
      )}
      {person !== undefined && (
        <p>
          Person: <Name>{person}</Name>
        </p>
      )}
      <p>
        {from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`}. Days begin at midnight
        {zonesDiffer ? ' of each zone;' : ' and'} times are those of {timeZone}.
      </p>
      <p>
        Data is kept since {formatDateIn(timeZone, keptSince)}.{' '}
        {ofPeople && 'People who have left the zone are not shown. '}
        Made {formatMomentIn(timeZone, madeAt)}.
      </p>
      {beginsTooEarly && (
        <p className={classes.caution}>
          <IconAlertTriangle size="1.125rem" aria-hidden />
          These days begin before {formatDateIn(timeZone, keptSince)}: what happened earlier is no longer kept
          and is missing here.
        </p>
      )}
    </header>
  )
}
