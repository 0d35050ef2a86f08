import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Team } from '@muster/contract/captains.ts'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { LastPosition } from '@muster/contract/emergency-board.ts'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import { toRollPages } from '@muster/domain/roll.ts'
import { toSoughtRows } from '@muster/domain/sought-sheet.ts'
import { useContext } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { formatList } from '../../lib/format-list.ts'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import { Name } from '../../ui/people/name.tsx'
import { countNoteLines, type SheetRow, Sheets, SheetTable } from '../../ui/print/sheets.tsx'
import { ClockContext } from '../../ui/time/clock-context.ts'

export type MissingRollProps = {
  emergency: Pick<EmergencyDetail, 'kind' | 'zoneName' | 'drill' | 'people' | 'states' | 'seesAll' | 'zones'>
  /** Those who need help and the missing, each by surname. */
  people: readonly RollPerson[]
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
  const hasZones = emergency.zones.length > 1
  const clock = useContext(ClockContext)
  const zoneNames = formatList(emergency.zones.map(it => it.name))
  const rows = toSoughtRows(
    {
      people: people.map(it => ({ ...it, position: positions.get(it.id) })),
      inside: teams.flatMap(({ name, zoneName, people }) =>
        people.map(it => ({ ...it, team: name, zoneName, confirmedAt: it.confirmedAt ?? null })),
      ),
      hasZones,
    },
    {
      text: it => i18n._(it),
      time: it => clock.formatClock(new Date(it), at),
      count: formatCount,
      namesNotes: false,
    },
  ).map(
    ({ name, phone, seen, position, notes, ...row }): SheetRow => ({
      ...row,
      note: toNote(notes),
      cells: [
        <Name key="name">{name}</Name>,
        <span key="phone" dir="ltr">
          {phone}
        </span>,
        seen,
        <span key="position" dir="ltr">
          {position}
        </span>,
      ],
    }),
  )
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

function toNote(texts: readonly string[]): SheetRow['note'] {
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
