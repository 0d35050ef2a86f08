import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Emergency, EmergencyPerson } from '@muster/contract/emergencies.ts'
import { createPortal } from 'react-dom'
import { formatCount } from '../../lib/format-count.ts'
import { formatAbsolute, formatClock } from '../../lib/format-time.ts'
import { Name } from '../../ui/people/name.tsx'
import { NeedsText } from './captain/needs-text.tsx'
import { kindTitle, reasonLabels, stateLabels } from './emergency-words.ts'
import classes from './missing-roll.module.css'

/** Maximum rows per sheet. */
const rowsPerPage = 45

type Props = {
  emergency: Pick<Emergency, 'kind' | 'zoneName' | 'drill' | 'people'>
  /** Those who need help, then the missing, each by surname. */
  people: readonly EmergencyPerson[]
  /** The time of the snapshot. */
  at: Date
}

/** The list for responders, printed instead of the page: whom to look for, where they were last, and a box to tick. */
export function MissingRoll({ emergency, people, at }: Props) {
  const title = kindTitle(emergency.kind, emergency.zoneName)
  const pageCount = Math.max(1, Math.ceil(people.length / rowsPerPage))
  const pages = Array.from({ length: pageCount }, (_, page) =>
    people.slice(page * rowsPerPage, (page + 1) * rowsPerPage),
  )
  const total = formatCount(emergency.people)
  const listed = formatCount(people.length)
  const pageTotal = formatCount(pageCount)
  return createPortal(
    <div className={classes.roll} data-print-alone data-print-only>
      {pages.map((rows, page) => {
        const pageNumber = formatCount(page + 1)
        return (
          <section key={rows[0]?.id ?? 'empty'} className={classes.page} aria-label={t`Page ${pageNumber}`}>
            <header className={classes.head}>
              <h1 className={classes.title} dir="auto">
                {emergency.drill ? t`DRILL: ${title}` : title}
              </h1>
              <span>
                <Trans>
                  Page {pageNumber} of {pageTotal}
                </Trans>
              </span>
              <p className={classes.facts}>
                {formatAbsolute(at)} ·{' '}
                <Trans>
                  {listed} of {total} not accounted for
                </Trans>
              </p>
            </header>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th className={classes.number}>
                    <Trans>No.</Trans>
                  </th>
                  <th>
                    <Trans>Name</Trans>
                  </th>
                  <th className={classes.state}>
                    <Trans>State</Trans>
                  </th>
                  <th className={classes.phone}>
                    <Trans>Phone</Trans>
                  </th>
                  <th className={classes.seen}>
                    <Trans>Last seen</Trans>
                  </th>
                  <th className={classes.tick}>
                    <Trans>Here</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((person, index) => (
                  <Row key={person.id} person={person} number={page * rowsPerPage + index + 1} at={at} />
                ))}
              </tbody>
            </table>
            {people.length === 0 && (
              <p>
                <Trans>Everybody is accounted for.</Trans>
              </p>
            )}
          </section>
        )
      })}
    </div>,
    document.body,
  )
}

function Row({ person, number, at }: { person: EmergencyPerson; number: number; at: Date }) {
  const { name, state, phone, seenAt, zoneName, why } = person
  const place = [seenAt === null ? reasonLabels[why] : formatClock(new Date(seenAt), at), zoneName]
  return (
    <tr className={state === 'help' ? classes.help : undefined}>
      <td className={classes.number}>{formatCount(number)}</td>
      <td>
        <Name>{name}</Name>
        {person.needs !== '' && <NeedsText needs={person.needs} />}
      </td>
      <td className={classes.state}>{stateLabels[state]}</td>
      <td className={classes.phone} dir="ltr">
        {phone || '–'}
      </td>
      <td className={classes.seen} dir="auto">
        {place.filter(Boolean).join(' · ')}
      </td>
      <td className={classes.tick}>
        <span className={classes.box} />
      </td>
    </tr>
  )
}
