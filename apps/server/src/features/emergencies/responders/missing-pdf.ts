import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { isCalledOffSite, type RollReason } from '@muster/domain/emergency.ts'
import { toRollPages } from '@muster/domain/roll.ts'
import { createRollClock, toSheetPdf } from '../../../lib/pdf/sheet-pdf.ts'
import { render } from '../../../lib/texts/render.ts'
import { toTitle } from '../emergencies.alerts.ts'
import type { MissingDocument, MissingDocumentRow } from './missing-document.ts'

/** Shown instead of a time for people whom nobody saw. */
const reasons: Readonly<Record<RollReason, MessageDescriptor>> = {
  inside: msg`Inside`,
  uncertain: msg`Possibly inside`,
  not_seen: msg`Not seen lately`,
  expected: msg`Expected, not seen`,
  came_later: msg`Came in later`,
  off_site: msg`Not inside`,
  visitor: msg`Visitor`,
  badge: msg`By badge`,
  by_hand: msg`Added by hand`,
}

/** A line of a sheet has room for about this many letters. */
const noteLine = /\S.{0,104}(?=\s|$)|\S{105}/g

/**
 * Writes the people who are not accounted for as PDF: 45 lines a page, those who need help first, those who are called but not known to
 * be on the site after the others, and last those who were sent back in, each with telephone, the point last seen, the plus code of the last known position, a box to tick and, below, the
 * help the person needs to leave and the answer.
 */
export function toMissingPdf(roll: MissingDocument): Promise<Buffer> {
  const { language, at, rows, inside, people, help, missing, missingOffSite } = roll
  const clock = createRollClock(roll)
  const title = toTitle({ kind: roll.kind, zone_name: roll.zoneName })
  const sought = help + missing
  const toLastSeen = ({ lastSeen, why }: MissingDocumentRow) => {
    if (lastSeen === null) return render(reasons[why], language)
    const time = clock.time(lastSeen)
    // Nobody saw the visitor then.
    return why === 'visitor' ? render(msg`Signed in ${{ time }}`, language) : time
  }
  const toPointLastSeen = (row: MissingDocumentRow) =>
    [toLastSeen(row), row.zoneName].filter(Boolean).join(' · ')
  const toNoteLines = (note: MessageDescriptor) => render(note, language).match(noteLine) ?? []
  const toNotes = ({ name, needs, answer }: MissingDocumentRow) =>
    [
      needs !== '' && msg`${{ name }}, help needed to leave: ${{ needs }}`,
      answer && msg`${{ name }} answered: ${{ words: answer.words }}, ${{ time: clock.time(answer.at) }}`,
    ].flatMap(note => (note ? toNoteLines(note) : []))
  const sections = {
    help: msg`Needs help: ${{ help }}`,
    missing: msg`Missing: ${{ missing: missing - missingOffSite }}`,
    offSite: msg`Called, not on site: ${{ people: missingOffSite }}`,
    inside: msg`Inside with teams: ${{ people: inside.length }}`,
  }
  const toSection = ({ needsHelp, why }: MissingDocumentRow) => {
    if (needsHelp) return sections.help
    return isCalledOffSite(why) ? sections.offSite : sections.missing
  }
  const toInsideNote = ({ name, team, confirmedAt }: MissingDocument['inside'][number]) =>
    confirmedAt === null
      ? msg`${{ name }}: inside with ${{ team }}, not confirmed yet`
      : msg`${{ name }}: inside with ${{ team }}, last confirmed ${{ time: clock.time(confirmedAt) }}`
  const sheetRows = [
    ...rows.map(row => ({
      notes: toNotes(row),
      section: toSection(row),
      isBold: row.needsHelp,
      cells: [row.name, row.phone || '–', toPointLastSeen(row), row.plusCode ?? '–'],
    })),
    ...inside.map(row => ({
      notes: toNoteLines(toInsideNote(row)),
      section: sections.inside,
      isBold: false,
      cells: [row.name, row.phone || '–', row.zoneName, '–'],
    })),
  ]
  const numberedRows = sheetRows.map((row, index) => ({ ...row, number: index + 1 }))
  return toSheetPdf({
    title: render(roll.drill ? msg`DRILL: ${{ title }}` : title, language),
    language,
    at,
    facts: [
      clock.moment(at),
      msg`${{ listed: sought }} of ${{ total: people }} not accounted for`,
      roll.isPartial && msg`Only people of ${{ zones: roll.zoneName ?? '' }}. Others are not on this list.`,
      (roll.unlistedBadges ?? 0) > 0 &&
        msg`And ${{ unlisted: roll.unlistedBadges ?? 0 }} unknown badges inside that are not listed.`,
      rows.length < sought && msg`Only the first ${{ listed: rows.length }} people are listed.`,
    ],
    columns: [
      { label: msg`Name` },
      { label: msg`Phone`, width: 34 },
      { label: msg`Point last seen`, width: 46 },
      { label: msg`Plus code`, width: 28 },
    ],
    pages: toRollPages(numberedRows, {
      lines: it => 1 + it.notes.length,
      section: it => it.section,
    }).map(pageRows =>
      pageRows.flatMap(({ notes, ...row }) =>
        [undefined, ...notes].map(note => ({ ...row, ...(note !== undefined && { note }) })),
      ),
    ),
    emptyText: roll.isPartial ? msg`Nobody on this list is missing.` : msg`Everybody is accounted for.`,
  })
}
