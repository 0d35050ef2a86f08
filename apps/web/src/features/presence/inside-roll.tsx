import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RollPerson } from '@muster/contract/presence.ts'
import { limits } from '@muster/domain/limits.ts'
import {
  type RollRow as DomainRow,
  formatRollName,
  type RollEntry,
  sortRoll,
  toRollPages,
} from '@muster/domain/roll.ts'
import { Fragment, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { formatCount } from '../../lib/format-count.ts'
import { formatAbsolute, formatClock } from '../../lib/format-time.ts'
import { language } from '../../lib/language.ts'
import classes from './inside-roll.module.css'

type RollRow = DomainRow<RollPerson & Pick<RollEntry, 'source' | 'unseen'>>

type Props = {
  zoneName: string
  people: readonly (RollPerson & Pick<RollEntry, 'source' | 'unseen'>)[]
  /** The time of the snapshot. */
  at: Date
}

/**
 * The roll: a list of everybody inside, printed instead of the page. Each person has a row with a checkbox, and each sheet starts
 * with the zone, time and totals.
 */
export function InsideRoll({ zoneName, people, at }: Props) {
  const pages = useMemo(() => toRollPages(sortRoll(people, at.getTime(), language)), [people, at])
  const unseenCount = pages.flat().filter(({ isUnseen }) => isUnseen).length
  const unseen = formatCount(unseenCount)
  const seenText = formatCount(people.length - unseenCount)
  const minutes = limits.presenceStaleMs / 60_000
  const pageCount = formatCount(pages.length)
  const sectionHeading = ({ isUnseen }: RollRow) =>
    isUnseen
      ? plural(minutes, {
          one: `Not seen for # minute: ${unseen}`,
          other: `Not seen for # minutes: ${unseen}`,
        })
      : t`Inside: ${seenText}`
  return createPortal(
    <div className={classes.roll} data-print-alone data-print-only>
      {pages.map((rows, page) => {
        const pageNumber = formatCount(page + 1)
        return (
          <section
            key={rows[0]?.userId ?? 'empty'}
            className={classes.page}
            aria-label={t`Page ${pageNumber}`}
          >
            <header className={classes.head}>
              <h1 className={classes.title} dir="auto">
                {zoneName}
              </h1>
              <span className={classes.number}>
                <Trans>
                  Page {pageNumber} of {pageCount}
                </Trans>
              </span>
              <p className={classes.facts}>
                {formatAbsolute(at)} ·{' '}
                <Trans>
                  {seenText} inside, {unseen} not seen
                </Trans>{' '}
                · <Trans>People who came or left later aren’t on this list.</Trans>
              </p>
            </header>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th className={classes.place}>
                    <Trans>No.</Trans>
                  </th>
                  <th>
                    <Trans>Name</Trans>
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
                {rows.map((row, index) => (
                  <Fragment key={row.userId}>
                    {rows[index - 1]?.isUnseen !== row.isUnseen && (
                      <tr className={classes.part}>
                        <th colSpan={5} scope="rowgroup">
                          {sectionHeading(row)}
                        </th>
                      </tr>
                    )}
                    <Row row={row} at={at} />
                  </Fragment>
                ))}
              </tbody>
            </table>
            {rows.length === 0 && (
              <p>
                <Trans>Nobody was inside.</Trans>
              </p>
            )}
          </section>
        )
      })}
    </div>,
    document.body,
  )
}

function Row({ row, at }: { row: RollRow; at: Date }) {
  const { number, userCode, phone, lastSeen, needsCode, isUnseen, mock, source } = row
  return (
    <tr className={classes.row}>
      <td className={classes.place}>{number}</td>
      <td dir="auto">
        {/* The code comes first, so that it is not cut off after a long name: it identifies people with the same name or none. */}
        {needsCode && userCode && <span className={classes.code}>{userCode} </span>}
        {formatRollName(row)}
      </td>
      <td className={classes.phone}>{phone ?? '–'}</td>
      <td className={classes.seen} data-unseen={isUnseen || undefined}>
        {formatClock(new Date(lastSeen), at)}
        {source !== undefined && ` ${source}`}
        {mock && (
          <>
            {' '}
            <Trans>(position may be fake)</Trans>
          </>
        )}
      </td>
      <td className={classes.tick}>
        <span className={classes.box} />
      </td>
    </tr>
  )
}
