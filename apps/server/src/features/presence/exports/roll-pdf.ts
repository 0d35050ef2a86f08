import { msg, plural } from '@lingui/core/runtime-macro'
import { limits } from '@muster/domain/limits.ts'
import { formatRollName, splitName, toRollPages } from '@muster/domain/roll.ts'
import { createRollClock, toSheetPdf } from '../../../lib/pdf/sheet-pdf.ts'
import { render } from '../../../lib/texts/render.ts'
import type { ExportCounts } from './exports.queries.ts'
import type { FileRollRow } from './roll-rows.ts'
import type { RollVisitor } from './roll-visitors.queries.ts'

/** A roll to be printed, as passed to the thread that makes its file. */
export type RollDocument = {
  /** With the IANA time zone of the times. */
  readonly zone: { readonly name: string; readonly timeZone: string }
  readonly language: string
  /** The time of the snapshot in milliseconds. */
  readonly at: number
  readonly people: readonly FileRollRow[]
  readonly visitors: readonly RollVisitor[]
  /** The people inside, if they are too many to be all listed. */
  readonly counts?: ExportCounts | undefined
}

/** Stands beside the time of a position that may be fake; the facts explain it. */
const MOCK_MARK = '*'

/** Writes a roll as PDF, like the printed one: 45 people a page, each with a box to tick, and the facts on every page. */
export function toRollPdf(
  { zone, language, at, people, visitors, counts }: RollDocument,
  onProgress?: (percent: number) => void,
): Promise<Buffer> {
  const clock = createRollClock({ timeZone: zone.timeZone, language, at })
  const total = counts?.total ?? people.length
  const unseen = counts?.unseen ?? people.filter(({ isUnseen }) => isUnseen).length
  const inside = total - unseen
  const headings = {
    unseen: msg`Not seen for ${plural({ minutes: limits.presenceStaleMs / 60_000 }, { one: '# minute', other: '# minutes' })}: ${{ unseen }}`,
    inside: msg`Inside: ${{ inside }}`,
    visitors: msg`Visitors, with the time of signing in: ${{ visitors: visitors.length }}`,
  }
  const personRows = people.map(it => {
    const time = clock.time(Date.parse(it.lastSeen))
    // The code comes first, so that it is not cut off after a long name.
    const name = [it.needsCode && it.userCode, formatRollName(it)].filter(Boolean).join(' ')
    return {
      number: it.number,
      section: it.isUnseen ? headings.unseen : headings.inside,
      isBold: it.isUnseen,
      cells: [name, it.phone ?? '–', it.mock ? `${time} ${MOCK_MARK}` : time],
    }
  })
  const visitorRows = visitors.map(({ name, note, phone, signed_in_at }, index) => ({
    number: people.length + index + 1,
    section: headings.visitors,
    isBold: false,
    cells: [
      [formatRollName(splitName(name)), note].filter(Boolean).join(' · '),
      phone || '–',
      clock.time(signed_in_at.getTime()),
    ],
  }))
  return toSheetPdf({
    onProgress,
    title: zone.name,
    language,
    at,
    facts: [
      clock.moment(at),
      msg`${{ inside }} inside, ${{ unseen }} not seen`,
      visitors.length > 0 &&
        msg`${plural({ visitors: visitors.length }, { one: '# visitor', other: '# visitors' })}`,
      people.length < total &&
        msg`Only the first ${{ listed: people.length }} people who came in are listed.`,
      msg`People who came or left later aren’t on this list.`,
      people.some(({ mock }) => mock) && `${MOCK_MARK} ${render(msg`position may be fake`, language)}`,
    ],
    columns: [{ label: msg`Name` }, { label: msg`Phone`, width: 38 }, { label: msg`Last seen`, width: 32 }],
    pages: toRollPages([...personRows, ...visitorRows], { section: it => it.section }),
    emptyText: msg`Nobody was inside.`,
  })
}
