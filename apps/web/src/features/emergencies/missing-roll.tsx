import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Team } from '@muster/contract/captains.ts'
import type { EmergencyDetail, EmergencyPerson } from '@muster/contract/emergencies.ts'
import type { LastPosition } from '@muster/contract/emergency-board.ts'
import { isCalledOffSite } from '@muster/domain/emergency.ts'
import { toPlusCode } from '@muster/domain/geo/plus-code.ts'
import { toRollPages } from '@muster/domain/roll.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatList } from '../../lib/format-list.ts'
import { formatAbsolute, formatClock } from '../../lib/format-time.ts'
import { toShownName } from '../../lib/shown-name.ts'
import { Name } from '../../ui/people/name.tsx'
import { countNoteLines, RollSheets, type SheetRow } from '../../ui/print/roll-sheets.tsx'
import { needsLabel } from './captain/captain-words.ts'
import {
  answerText,
  findSoughtSection,
  insideWithText,
  kindTitle,
  reasonLabels,
  soughtHeadings,
} from './emergency-words.ts'

export type MissingRollProps = {
  emergency: Pick<EmergencyDetail, 'kind' | 'zoneName' | 'drill' | 'people' | 'seesAll' | 'zones'>
  /** Those who need help, then the missing, and of them those last who are not known to be on the site; each by surname. */
  people: readonly EmergencyPerson[]
  /** The last known positions by person. */
  positions: ReadonlyMap<string, LastPosition>
  /** The teams that are inside. */
  teams: readonly Team[]
  /** The time of the snapshot. */
  at: Date
}

/**
 * The list for responders, printed instead of the page: whom to look for, the point last seen, the plus code of the last known position,
 * and a box to tick.
 */
export function MissingRoll({ emergency, people, positions, teams, at }: MissingRollProps) {
  const title = kindTitle(emergency.kind, emergency.zoneName)
  const total = formatCount(emergency.people)
  const listed = formatCount(people.length)
  const missing = people.filter(it => it.state !== 'help')
  const headings = soughtHeadings({
    help: people.length - missing.length,
    missing: missing.length,
    missingOffSite: missing.filter(it => isCalledOffSite(it.why)).length,
  })
  const zoneNames = formatList(emergency.zones.map(it => it.name))
  const soughtRows = people.map((person, index): SheetRow => {
    const { id, name, state, phone } = person
    const position = positions.get(id)
    return {
      key: id,
      number: index + 1,
      section: headings[findSoughtSection(person)],
      isBold: state === 'help',
      note: toNote(person),
      cells: [
        <Name key="name">{name}</Name>,
        <span key="phone" dir="ltr">
          {phone || '–'}
        </span>,
        <span key="seen" dir="auto">
          {toPointLastSeen(person, at)}
        </span>,
        position ? (
          <span key="position" dir="ltr">
            {toPlusCode(position)}
          </span>
        ) : (
          '–'
        ),
      ],
    }
  })
  const rows = [...soughtRows, ...toInsideRows(teams, people.length)]
  return (
    <RollSheets
      title={emergency.drill ? t`DRILL: ${title}` : title}
      facts={
        <>
          {formatAbsolute(at)} ·{' '}
          <Trans>
            {listed} of {total} not accounted for
          </Trans>
          {!emergency.seesAll && ` · ${t`Only people of ${zoneNames}. Others are not on this list.`}`}
        </>
      }
      columns={[
        { key: 'name', label: t`Name` },
        { key: 'phone', label: t`Phone`, width: 34 },
        { key: 'seen', label: t`Point last seen`, width: 46 },
        { key: 'position', label: t`Plus code`, width: 28 },
      ]}
      pages={toRollPages(rows, { lines: it => 1 + (it.note?.lines ?? 0), section: it => it.section })}
      emptyText={emergency.seesAll ? t`Everybody is accounted for.` : t`Nobody on this list is missing.`}
    />
  )
}

/** The people who were sent back in, by team, after the others. */
function toInsideRows(teams: readonly Team[], numbered: number): SheetRow[] {
  const people = teams.flatMap(team => team.people.map(person => ({ team, person })))
  const count = formatCount(people.length)
  return people.map(({ team, person }, index) => {
    const text = insideWithText({ team: team.name, confirmedAt: person.confirmedAt ?? null })
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
          {team.zoneName}
        </span>,
        '–',
      ],
    }
  })
}

/** The help that the person needs to leave, and the neutral answer, below the row. */
function toNote({ needs, answer }: EmergencyPerson): SheetRow['note'] {
  const texts = [needs && `${needsLabel} ${needs}`, answer ? answerText(answer) : ''].filter(Boolean)
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

/** The point last seen: when and in which zone. */
function toPointLastSeen({ seenAt, insideSince, zoneName, why }: EmergencyPerson, at: Date): string {
  const lastSeen = seenAt ?? insideSince
  const clock = lastSeen === null ? reasonLabels[why] : formatClock(new Date(lastSeen), at)
  // Nobody saw the visitor then.
  const time = why === 'visitor' && lastSeen !== null ? t`Signed in ${clock}` : clock
  return [time, zoneName].filter(Boolean).join(' · ')
}
