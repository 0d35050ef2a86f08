import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Team } from '@muster/contract/captains.ts'
import type { EmergencyDetail, EmergencyPerson } from '@muster/contract/emergencies.ts'
import type { LastPosition } from '@muster/contract/emergency-board.ts'
import { toPlusCode } from '@muster/domain/geo/plus-code.ts'
import { toRollPages } from '@muster/domain/roll.ts'
import { findSoughtSection, type SoughtSection, sortSought } from '@muster/domain/roll-order.ts'
import { findUnknownBadge } from '@muster/domain/stand-in-name.ts'
import { useContext } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { formatList } from '../../lib/format-list.ts'
import type { WallClock } from '../../lib/format-time.ts'
import { toShownName } from '../../lib/shown-name.ts'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import { Name } from '../../ui/people/name.tsx'
import { countNoteLines, type SheetRow, Sheets, SheetTable } from '../../ui/print/sheets.tsx'
import { ClockContext } from '../../ui/time/clock-context.ts'
import { needsLabel } from './captain/captain-words.ts'
import { answerText, insideWithText, reasonLabels, soughtHeading } from './emergency-words.ts'

export type MissingRollProps = {
  emergency: Pick<EmergencyDetail, 'kind' | 'zoneName' | 'drill' | 'people' | 'states' | 'seesAll' | 'zones'>
  /** Those who need help and the missing, each by surname. */
  people: readonly EmergencyPerson[]
  positions: ReadonlyMap<string, LastPosition>
  teams: readonly Team[]
  /** The time of the snapshot. */
  at: Date
}

/** Printed without a connection, in the order and with the columns of the PDF. Times are those of the zone. */
export function MissingRoll({ emergency, people, positions, teams, at }: MissingRollProps) {
  const title = kindTitle(emergency.kind, emergency.zoneName)
  const total = formatCount(emergency.people)
  const listed = formatCount(emergency.states.help + emergency.states.missing)
  const namedPeople = sortSought(people).filter(it => findSoughtSection(it) !== 'unknown')
  const unknown = people.filter(it => findSoughtSection(it) === 'unknown')
  const countIn = (section: SoughtSection) => people.filter(it => findSoughtSection(it) === section).length
  const hasZones = emergency.zones.length > 1
  const clock = useContext(ClockContext)
  const zoneNames = formatList(emergency.zones.map(it => it.name))
  const soughtRows = namedPeople.map((person, index): SheetRow => {
    const { id, listName, state, phone } = person
    const section = findSoughtSection(person)
    const position = positions.get(id)
    return {
      key: id,
      number: index + 1,
      section: soughtHeading(section, countIn(section)),
      isBold: state === 'help',
      note: toNote(person, clock),
      cells: [
        <Name key="name">{toShownName(listName)}</Name>,
        <span key="phone" dir="ltr">
          {phone || '–'}
        </span>,
        <span key="seen" dir="auto">
          {toLastSeen(person, { at, clock, hasZones })}
        </span>,
        position ? (
          <span key="position" dir="ltr">
            {toPlusCode(position)} {clock.formatClock(new Date(position.at), at)}
          </span>
        ) : (
          '–'
        ),
      ],
    }
  })
  const rows = [
    ...soughtRows,
    ...toUnknownRow(unknown, namedPeople.length + 1),
    ...toInsideRows(teams, { numbered: people.length, clock, hasZones }),
  ]
  const columns = [
    { key: 'name', label: t`Name` },
    { key: 'phone', label: t`Phone`, width: 34 },
    { key: 'seen', label: t`Last seen`, width: hasZones ? 40 : 28 },
    { key: 'position', label: t`Position, at`, width: 46 },
  ]
  return (
    <Sheets
      title={emergency.drill ? t`DRILL: ${title}` : title}
      facts={
        <>
          {clock.formatAbsolute(at)} ({clock.timeZone}) ·{' '}
          <Trans>
            {listed} of {total} not accounted for
          </Trans>
          {` · ${t`Printed without a connection: only people loaded on this device are listed.`}`}
          {!emergency.seesAll && ` · ${t`Only people of ${zoneNames}. Others are not on this list.`}`}
        </>
      }
      pages={toRollPages(rows, {
        lines: it => 1 + (it.note?.lines ?? 0),
        section: it => it.section,
      }).map(pageRows => ({
        key: pageRows[0]?.key ?? 'empty',
        content: <SheetTable columns={columns} rows={pageRows} hasBoxes />,
      }))}
    />
  )
}

/** The badges that belong to nobody: one row with their numbers, which must not bury the names. */
function toUnknownRow(people: readonly EmergencyPerson[], number: number): SheetRow[] {
  if (people.length === 0) return []
  const numbers = people.map(it => findUnknownBadge(it.name) ?? it.name).join(', ')
  const section = soughtHeading('unknown', people.length)
  return [
    {
      key: 'unknown',
      number,
      section,
      isBold: false,
      note: { text: <div dir="ltr">{numbers}</div>, lines: countNoteLines(numbers) },
      cells: [section, '–', '–', '–'],
    },
  ]
}

/** The people who were sent back in, by team, after the others. */
function toInsideRows(
  teams: readonly Team[],
  { numbered, clock, hasZones }: { numbered: number; clock: WallClock; hasZones: boolean },
): SheetRow[] {
  const people = teams.flatMap(team => team.people.map(person => ({ team, person })))
  const count = formatCount(people.length)
  return people.map(({ team, person }, index) => {
    const text = insideWithText({ team: team.name, confirmedAt: person.confirmedAt ?? null }, clock)
    return {
      key: person.id,
      number: numbered + index + 1,
      section: t`Inside with teams: ${count}`,
      isBold: false,
      note: { text: <span dir="auto">{text}</span>, lines: countNoteLines(text) },
      cells: [
        <Name key="name">{toShownName(person.name)}</Name>,
        <span key="phone" dir="ltr">
          {person.phone || '–'}
        </span>,
        <span key="seen" dir="auto">
          {hasZones ? team.zoneName : '–'}
        </span>,
        '–',
      ],
    }
  })
}

/** The help that the person needs to leave, and the neutral answer, below the row. */
function toNote({ needs, answer }: EmergencyPerson, clock: WallClock): SheetRow['note'] {
  const texts = [needs && `${needsLabel} ${needs}`, answer ? answerText(answer, clock) : ''].filter(Boolean)
  if (texts.length === 0) return undefined
  return {
    text: texts.map(text => (
      <div key={text} dir="auto">
        {text}
      </div>
    )),
    lines: texts.reduce((sum, text) => sum + countNoteLines(text), 0),
  }
}

type SeenOptions = { at: Date; clock: WallClock; hasZones: boolean }

/** When the person was seen last and, on a list of several zones, in which. */
function toLastSeen(
  { lastSeenAt, zoneName, why }: EmergencyPerson,
  { at, clock, hasZones }: SeenOptions,
): string {
  const time = lastSeenAt === null ? reasonLabels[why] : clock.formatClock(new Date(lastSeenAt), at)
  // Nobody saw the visitor then.
  const text = why === 'visitor' && lastSeenAt !== null ? t`Signed in ${time}` : time
  return [text, hasZones && zoneName].filter(Boolean).join(' · ')
}
