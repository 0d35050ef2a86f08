import { msg, plural } from '@lingui/core/runtime-macro'
import { limits } from '@muster/domain/limits.ts'
import { toRollPages } from '@muster/domain/roll.ts'
import { createRollClock, toSheetPdf } from '../../../lib/pdf/sheet-pdf.ts'
import { render } from '../../../lib/texts/render.ts'
import type { RollDocument, RollDocumentRow } from './roll-document.ts'

/** Stands beside the time of a position that may be fake; the facts explain it. */
const MOCK_MARK = '*'

/** Writes a roll as PDF, like the printed one: 45 people a page, each with a box to tick, and the facts on every page. */
export function toRollPdf(roll: RollDocument): Promise<Buffer> {
  const { zoneName, language, at, rows, inside, unseen } = roll
  const clock = createRollClock(roll)
  return toSheetPdf({
    title: zoneName,
    language,
    at,
    facts: [
      clock.moment(at),
      msg`${{ inside }} inside, ${{ unseen }} not seen`,
      rows.length < inside + unseen &&
        msg`Only the first ${{ listed: rows.length }} people who came in are listed.`,
      msg`People who came or left later aren’t on this list.`,
      rows.some(({ mock }) => mock) && `${MOCK_MARK} ${render(msg`position may be fake`, language)}`,
    ],
    columns: [{ label: msg`Name` }, { label: msg`Phone`, width: 38 }, { label: msg`Last seen`, width: 32 }],
    pages: toRollPages(rows).map(pageRows =>
      pageRows.map(row => ({
        number: row.number,
        section: row.isUnseen ? unseenHeading(unseen) : msg`Inside: ${{ inside }}`,
        isBold: row.isUnseen,
        cells: toCells(row, clock.time(row.lastSeen)),
      })),
    ),
    emptyText: msg`Nobody was inside.`,
  })
}

const unseenHeading = (unseen: number) =>
  msg`Not seen for ${plural({ minutes: limits.presenceStaleMs / 60_000 }, { one: '# minute', other: '# minutes' })}: ${{ unseen }}`

const toCells = (row: RollDocumentRow, time: string) => [
  // The code comes first, so that it is not cut off after a long name.
  [row.code, row.name].filter(Boolean).join(' '),
  row.phone ?? '–',
  row.mock ? `${time} ${MOCK_MARK}` : time,
]
