import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RollPerson } from '@muster/contract/presence.ts'
import type { Visit } from '@muster/contract/visitors.ts'
import { limits } from '@muster/domain/limits.ts'
import {
  type RollRow as DomainRow,
  formatRollName,
  type RollEntry,
  sortRoll,
  toRollPages,
} from '@muster/domain/roll.ts'
import { useMemo } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { formatAbsolute, formatClock } from '../../lib/format-time.ts'
import { language } from '../../lib/language.ts'
import { RollSheets, type SheetRow } from '../../ui/print/roll-sheets.tsx'
import classes from './inside-roll.module.css'

/** Somebody inside by phone or badge. */
type RollMember = RollPerson & Pick<RollEntry, 'source' | 'unseen'>

/** A person, or a visitor with company and host. */
type RollRow = DomainRow<RollMember> & { readonly visitor?: string }

/** Makes a row of a visitor, who has signed in and was not seen by a reading. */
function toVisitorRow({ id, name, company, phone, host, signedInAt }: Visit, number: number): RollRow {
  const words = name.split(' ')
  return {
    userId: id,
    firstName: words.slice(0, -1).join(' '),
    lastName: words.at(-1) ?? '',
    userCode: null,
    phone: phone || null,
    lastSeen: signedInAt ?? '',
    mock: false,
    number,
    isUnseen: false,
    needsCode: false,
    visitor: [company, host.name].filter(Boolean).join(' · '),
  }
}

type Props = {
  zoneName: string
  people: readonly RollMember[]
  visitors: readonly Visit[]
  /** The time of the snapshot. */
  at: Date
}

/**
 * The roll: a list of everybody inside, printed instead of the page. Each person has a row with a checkbox, and each sheet starts
 * with the zone, time and totals.
 */
export function InsideRoll({ zoneName, people, visitors, at }: Props) {
  const pages = useMemo(
    () =>
      toRollPages<RollRow>(
        [
          ...sortRoll(people, at.getTime(), language),
          ...visitors.map((visit, index) => toVisitorRow(visit, people.length + index + 1)),
        ],
        { section: ({ isUnseen, visitor }) => (visitor === undefined ? isUnseen : 'visitor') },
      ),
    [people, visitors, at],
  )
  const visitorCount = formatCount(visitors.length)
  const unseenCount = pages.flat().filter(({ isUnseen }) => isUnseen).length
  const unseen = formatCount(unseenCount)
  const seenText = formatCount(people.length - unseenCount)
  const minutes = limits.presenceStaleMs / 60_000
  const sectionHeading = ({ isUnseen, visitor }: RollRow) =>
    visitor !== undefined
      ? t`Visitors, with the time of signing in: ${visitorCount}`
      : isUnseen
        ? plural(minutes, {
            one: `Not seen for # minute: ${unseen}`,
            other: `Not seen for # minutes: ${unseen}`,
          })
        : t`Inside: ${seenText}`
  return (
    <RollSheets
      title={zoneName}
      facts={
        <>
          {formatAbsolute(at)} ·{' '}
          <Trans>
            {seenText} inside, {unseen} not seen
          </Trans>{' '}
          {visitors.length > 0 &&
            `· ${t`${plural(visitors.length, { one: '# visitor', other: '# visitors' })}`} `}
          · <Trans>People who came or left later aren’t on this list.</Trans>
        </>
      }
      columns={[
        { key: 'name', label: t`Name` },
        { key: 'phone', label: t`Phone`, width: 38 },
        { key: 'seen', label: t`Last seen`, width: 32 },
      ]}
      pages={pages.map(rows =>
        rows.map(
          (row): SheetRow => ({
            key: row.userId,
            number: row.number,
            section: sectionHeading(row),
            cells: [
              <RollName key="name" row={row} />,
              <span key="phone" dir="ltr">
                {row.phone ?? '–'}
              </span>,
              <LastSeen key="seen" row={row} at={at} />,
            ],
          }),
        ),
      )}
      emptyText={t`Nobody was inside.`}
    />
  )
}

/** The code comes first, so that it is not cut off after a long name: it identifies people with the same name or none. */
const RollName = ({ row }: { row: RollRow }) => (
  <span dir="auto">
    {row.needsCode && row.userCode && <span className={classes.code}>{row.userCode} </span>}
    {formatRollName(row)}
    {row.visitor && ` · ${row.visitor}`}
  </span>
)

const LastSeen = ({ row: { lastSeen, isUnseen, mock, source }, at }: { row: RollRow; at: Date }) => (
  <span className={isUnseen ? classes.unseen : undefined}>
    {formatClock(new Date(lastSeen), at)}
    {source !== undefined && ` ${source}`}
    {mock && (
      <>
        {' '}
        <Trans>(position may be fake)</Trans>
      </>
    )}
  </span>
)
