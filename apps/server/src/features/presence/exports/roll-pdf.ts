import { msg, plural } from '@lingui/core/runtime-macro'
import { limits } from '@muster/domain/limits.ts'
import { toRollPages } from '@muster/domain/roll.ts'
import { createRollClock, toSheetPdf } from '../../../lib/pdf/sheet-pdf.ts'
import { render } from '../../../lib/texts/render.ts'
import type { RollDocument, RollDocumentRow } from './roll-document.ts'

/** Stands beside the time of a position that may be fake; the facts explain it. */
const MOCK_MARK = '*'

/** Writes a roll as PDF, like the printed one: 45 people a page, each with a box to tick, and the facts on every page. */
export function toRollPdf(roll: RollDocument, onProgress?: (percent: number) => void): Promise<Buffer> {
  const { zoneName, language, at, rows, inside, unseen, visitors } = roll
  const clock = createRollClock(roll)
  return toSheetPdf({
    onProgress,
    title: zoneName,
    language,
    at,
    facts: [
      clock.moment(at),
      msg`${{ inside }} inside, ${{ unseen }} not seen`,
      visitors > 0 && visitorCount(visitors),
      rows.length - visitors < inside + unseen &&
        msg`Only the first ${{ listed: rows.length - visitors }} people who came in are listed.`,
      msg`People who came or left later aren’t on this list.`,
      rows.some(({ mock }) => mock) && `${MOCK_MARK} ${render(msg`position may be fake`, language)}`,
    ],
    columns: [{ label: msg`Name` }, { label: msg`Phone`, width: 38 }, { label: msg`Last seen`, width: 32 }],
    pages: toRollPages(rows, { section: toPart }).map(pageRows =>
      pageRows.map(row => ({
        number: row.number,
        section: headings[toPart(row)](roll),
        isBold: row.isUnseen,
        cells: toCells(row, clock.time(row.lastSeen)),
      })),
    ),
    emptyText: msg`Nobody was inside.`,
  })
}

/** The parts of a roll: people not seen, people inside, and visitors. */
const toPart = ({ isUnseen, visitor }: RollDocumentRow) =>
  visitor === undefined ? (isUnseen ? 'unseen' : 'inside') : 'visitors'

const headings = {
  unseen: ({ unseen }: RollDocument) => unseenHeading(unseen),
  inside: ({ inside }: RollDocument) => msg`Inside: ${{ inside }}`,
  visitors: ({ visitors }: RollDocument) => msg`Visitors, with the time of signing in: ${{ visitors }}`,
}

const visitorCount = (visitors: number) =>
  msg`${plural({ visitors }, { one: '# visitor', other: '# visitors' })}`

const unseenHeading = (unseen: number) =>
  msg`Not seen for ${plural({ minutes: limits.presenceStaleMs / 60_000 }, { one: '# minute', other: '# minutes' })}: ${{ unseen }}`

const toCells = (row: RollDocumentRow, time: string) => [
  // The code comes first, so that it is not cut off after a long name.
  [[row.code, row.name].filter(Boolean).join(' '), row.visitor].filter(Boolean).join(' · '),
  row.phone ?? '–',
  row.mock ? `${time} ${MOCK_MARK}` : time,
]
