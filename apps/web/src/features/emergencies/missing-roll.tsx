import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Emergency, EmergencyPerson } from '@muster/contract/emergencies.ts'
import type { LastPosition } from '@muster/contract/emergency-board.ts'
import { toPlusCode } from '@muster/domain/geo/plus-code.ts'
import { toRollPages } from '@muster/domain/roll.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatAbsolute, formatClock } from '../../lib/format-time.ts'
import { Name } from '../../ui/people/name.tsx'
import { RollSheets, type SheetRow } from '../../ui/print/roll-sheets.tsx'
import { NeedsText } from './captain/needs-text.tsx'
import { kindTitle, reasonLabels, stateLabels } from './emergency-words.ts'

export type MissingRollProps = {
  emergency: Pick<Emergency, 'kind' | 'zoneName' | 'drill' | 'people'>
  /** Those who need help, then the missing, each by surname. */
  people: readonly EmergencyPerson[]
  /** The last known positions by person. */
  positions: ReadonlyMap<string, LastPosition>
  /** The time of the snapshot. */
  at: Date
}

/**
 * The list for responders, printed instead of the page: whom to look for, the point last seen, the plus code of the last known position,
 * and a box to tick.
 */
export function MissingRoll({ emergency, people, positions, at }: MissingRollProps) {
  const title = kindTitle(emergency.kind, emergency.zoneName)
  const total = formatCount(emergency.people)
  const listed = formatCount(people.length)
  const rows = people.map((person, index): SheetRow => {
    const { id, name, state, phone } = person
    const position = positions.get(id)
    const count = formatCount(people.filter(it => it.state === state).length)
    const stateLabel = stateLabels[state]
    return {
      key: id,
      number: index + 1,
      section: t`${stateLabel}: ${count}`,
      isBold: state === 'help',
      cells: [
        <span key="name">
          <Name>{name}</Name>
          {person.needs !== '' && <NeedsText needs={person.needs} />}
        </span>,
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
  return (
    <RollSheets
      title={emergency.drill ? t`DRILL: ${title}` : title}
      facts={
        <>
          {formatAbsolute(at)} ·{' '}
          <Trans>
            {listed} of {total} not accounted for
          </Trans>
        </>
      }
      columns={[
        { key: 'name', label: t`Name` },
        { key: 'phone', label: t`Phone`, width: 34 },
        { key: 'seen', label: t`Point last seen`, width: 46 },
        { key: 'position', label: t`Plus code`, width: 28 },
      ]}
      pages={toRollPages(rows)}
      emptyText={t`Everybody is accounted for.`}
    />
  )
}

/** The point last seen: when and in which zone. */
function toPointLastSeen({ seenAt, insideSince, zoneName, why }: EmergencyPerson, at: Date): string {
  const lastSeen = seenAt ?? insideSince
  const time = lastSeen === null ? reasonLabels[why] : formatClock(new Date(lastSeen), at)
  return [time, zoneName].filter(Boolean).join(' · ')
}
