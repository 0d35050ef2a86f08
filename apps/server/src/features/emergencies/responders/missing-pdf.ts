import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { toRollPages } from '@muster/domain/roll.ts'
import { findSoughtSection, type SoughtSection } from '@muster/domain/roll-order.ts'
import { createRollClock, toSheetPdf } from '../../../lib/pdf/sheet-pdf.ts'
import { render } from '../../../lib/texts/render.ts'
import { toTitle } from '../emergencies.alerts.ts'
import { reasonTexts } from '../roll-reasons.ts'
import type { MissingDocument, MissingDocumentRow } from './missing-document.ts'

const toSought = ({ state, why, unknownBadge }: MissingDocumentRow) => ({
  state,
  why,
  isUnknown: unknownBadge !== undefined,
})

/** A line of a sheet has room for about this many letters. */
const noteLine = /\S.{0,104}(?=\s|$)|\S{105}/g

/**
 * In the order of `soughtSections`, last those sent back in: 45 lines a page. Badges that belong to nobody are one row with their
 * numbers.
 */
export function toMissingPdf(roll: MissingDocument, onProgress?: (percent: number) => void): Promise<Buffer> {
  const { language, at, rows, inside, people, help, missing } = roll
  const clock = createRollClock(roll)
  const title = toTitle({ kind: roll.kind, zone_name: roll.zoneName })
  const sought = help + missing
  const unknownBadges = rows.flatMap(it =>
    findSoughtSection(toSought(it)) === 'unknown' ? [it.unknownBadge] : [],
  )
  const toLastSeen = ({ lastSeen, why, zoneName }: MissingDocumentRow) => {
    const time = lastSeen === null ? render(reasonTexts[why], language) : clock.time(lastSeen)
    // Nobody saw the visitor then.
    const text = why === 'visitor' && lastSeen !== null ? render(msg`Signed in ${{ time }}`, language) : time
    return [text, roll.hasZones && zoneName].filter(Boolean).join(' · ')
  }
  const toNoteLines = (note: MessageDescriptor) => render(note, language).match(noteLine) ?? []
  const toNotes = ({ name, needs, answer }: MissingDocumentRow) =>
    [
      needs !== '' && msg`${{ name }}, help needed to leave: ${{ needs }}`,
      answer && msg`${{ name }} answered: ${{ words: answer.words }}, ${{ time: clock.time(answer.at) }}`,
    ].flatMap(note => (note ? toNoteLines(note) : []))
  const countIn = (section: SoughtSection) =>
    rows.filter(it => findSoughtSection(toSought(it)) === section).length
  const sections: Readonly<Record<SoughtSection | 'inside', MessageDescriptor>> = {
    help: msg`Needs help: ${{ help }}`,
    not_seen: msg`Not seen lately: ${{ people: countIn('not_seen') }}`,
    missing: msg`Missing: ${{ missing: countIn('missing') }}`,
    off_site: msg`Called, not on site: ${{ people: countIn('off_site') }}`,
    unknown: msg`Unknown badges: ${{ people: unknownBadges.length }}`,
    inside: msg`Inside with teams: ${{ people: inside.length }}`,
  }
  const toInsideNote = ({ name, team, confirmedAt }: MissingDocument['inside'][number]) =>
    confirmedAt === null
      ? msg`${{ name }}: inside with ${{ team }}, not confirmed yet`
      : msg`${{ name }}: inside with ${{ team }}, last confirmed ${{ time: clock.time(confirmedAt) }}`
  const sheetRows = [
    ...rows
      .filter(row => findSoughtSection(toSought(row)) !== 'unknown')
      .map(row => ({
        notes: toNotes(row),
        section: sections[findSoughtSection(toSought(row))],
        isBold: row.state === 'help',
        cells: [
          row.name,
          row.phone || '–',
          toLastSeen(row),
          row.position ? `${row.position.plusCode} ${clock.time(row.position.at)}` : '–',
        ],
      })),
    ...(unknownBadges.length === 0
      ? []
      : [
          {
            notes: toNoteLines(msg`${{ numbers: unknownBadges.join(', ') }}`),
            section: sections.unknown,
            isBold: false,
            cells: [
              render(msg`Unknown badges: ${{ people: unknownBadges.length }}`, language),
              '–',
              '–',
              '–',
            ],
          },
        ]),
    ...inside.map(row => ({
      notes: toNoteLines(toInsideNote(row)),
      section: sections.inside,
      isBold: false,
      cells: [row.name, row.phone || '–', roll.hasZones ? row.zoneName : '–', '–'],
    })),
  ]
  const numberedRows = sheetRows.map((row, index) => ({ ...row, number: index + 1 }))
  return toSheetPdf({
    onProgress,
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
      { label: msg`Last seen`, width: roll.hasZones ? 40 : 28 },
      { label: msg`Position, at`, width: 42 },
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
