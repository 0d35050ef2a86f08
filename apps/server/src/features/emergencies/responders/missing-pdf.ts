import { msg } from '@lingui/core/runtime-macro'
import type { PersonInside } from '@muster/contract/roll-person.ts'
import type { EmergencyKind } from '@muster/domain/emergency.ts'
import { toRollPages } from '@muster/domain/roll.ts'
import { toSoughtRows } from '@muster/domain/sought-sheet.ts'
import { createRollClock, toSheetPdf } from '../../../lib/pdf/sheet-pdf.ts'
import { render } from '../../../lib/texts/render.ts'
import { toTitle } from '../emergencies.alerts.ts'
import type { LocatedPerson } from '../roll-people.view.ts'

/** The people who are not accounted for, to be printed, as passed to the thread that makes the file. */
export type MissingDocument = {
  readonly kind: EmergencyKind
  /** Null for all zones. */
  readonly zoneName: string | null
  /** True if people of other zones are missing from numbers and list. */
  readonly isPartial: boolean
  readonly drill: boolean
  /** The IANA time zone of the times. */
  readonly timeZone: string
  readonly language: string
  /** The time of the snapshot in milliseconds. */
  readonly at: number
  /** Everybody on the roll. */
  readonly total: number
  /** The number of those who are not accounted for; more than `people` if they are too many for a file. */
  readonly sought: number
  /** Unknown badges inside that are not on the roll, because it lists a bounded number of them. */
  readonly unlistedBadges?: number
  readonly hasZones: boolean
  readonly people: readonly LocatedPerson[]
  readonly inside: readonly PersonInside[]
}

/** A line of a sheet has room for about this many letters. */
const noteLine = /\S.{0,104}(?=\s|$)|\S{105}/g

export function toMissingPdf(roll: MissingDocument, onProgress?: (percent: number) => void): Promise<Buffer> {
  const { language, at, people, sought, total } = roll
  const clock = createRollClock(roll)
  const title = toTitle({ kind: roll.kind, zone_name: roll.zoneName })
  const rows = toSoughtRows(roll, {
    text: it => render(it, language),
    time: it => clock.time(Date.parse(it)),
    count: it => new Intl.NumberFormat(language).format(it),
    namesNotes: true,
  }).map(({ name, phone, seen, position, notes, ...row }) => ({
    ...row,
    cells: [name, phone, seen, position],
    notes: notes.flatMap(it => it.match(noteLine) ?? []),
  }))
  return toSheetPdf({
    onProgress,
    title: render(roll.drill ? msg`DRILL: ${{ title }}` : title, language),
    language,
    at,
    facts: [
      clock.moment(at),
      msg`${{ listed: sought }} of ${{ total }} not accounted for`,
      roll.isPartial && msg`Only people of ${{ zones: roll.zoneName ?? '' }}. Others are not on this list.`,
      (roll.unlistedBadges ?? 0) > 0 &&
        msg`And ${{ unlisted: roll.unlistedBadges ?? 0 }} unknown badges inside that are not listed.`,
      people.length < sought && msg`Only the first ${{ listed: people.length }} people are listed.`,
    ],
    columns: [
      { label: msg`Name` },
      { label: msg`Phone`, width: 34 },
      { label: msg`Last seen`, width: roll.hasZones ? 40 : 28 },
      { label: msg`Position, at`, width: 42 },
    ],
    pages: toRollPages(rows, { lines: it => 1 + it.notes.length, section: it => it.section }).map(pageRows =>
      pageRows.flatMap(({ notes, ...row }) =>
        [undefined, ...notes].map(note => ({ ...row, ...(note !== undefined && { note }) })),
      ),
    ),
    emptyText: roll.isPartial ? msg`Nobody on this list is missing.` : msg`Everybody is accounted for.`,
  })
}
