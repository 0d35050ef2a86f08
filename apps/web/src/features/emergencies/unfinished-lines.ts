import { plural, t } from '@lingui/core/macro'
import type { Sweep, Team } from '@muster/contract/captains.ts'
import type { StateCounts } from '@muster/contract/emergencies.ts'
import { formatCount } from '../../lib/format-count.ts'
import { formatList } from '../../lib/format-list.ts'
import { toShownName } from '../../lib/shown-name.ts'

/** Names that are shown of a longer list. */
export const namesShown = 5

type InsideTeam = Pick<Team, 'name' | 'people'>

type Unfinished = {
  states: Pick<StateCounts, 'help' | 'missing'>
  /** The first names of those who need help, and of the missing; empty until they are loaded. */
  help: readonly string[]
  missing: readonly string[]
  teams: readonly InsideTeam[]
  sweeps: readonly Pick<Sweep, 'name' | 'state'>[]
}

export const countPeopleInside = (teams: readonly InsideTeam[]): number =>
  teams.reduce((sum, it) => sum + it.people.length, 0)

/** What is not finished before an all clear, one line each: who needs help, who is missing, who is inside, and areas that are not clear. */
export function toUnfinishedLines({ states, help, missing, teams, sweeps }: Unfinished): string[] {
  const openAreas = sweeps.filter(it => it.state !== 'clear')
  const areaNames = nameFirst(openAreas.map(it => it.name))
  const openCount = formatCount(openAreas.length)
  const areaCount = formatCount(sweeps.length)
  return [
    ...(states.help > 0
      ? [
          withNames(
            t`${plural(states.help, { one: '# person needs help', other: '# people need help' })}`,
            nameFirst(help.map(toShownName), states.help),
          ),
        ]
      : []),
    ...(states.missing > 0
      ? [
          withNames(
            t`${plural(states.missing, { one: '# person is missing', other: '# people are missing' })}`,
            nameFirst(missing.map(toShownName), states.missing),
          ),
        ]
      : []),
    ...teams.map(toTeamLine),
    ...(openAreas.length > 0 ? [withNames(t`${openCount} of ${areaCount} areas not clear`, areaNames)] : []),
  ]
}

function toTeamLine({ name, people }: InsideTeam): string {
  const names = nameFirst(people.map(it => toShownName(it.name)))
  const line = withNames(t`${name} is inside`, names)
  const unconfirmed = people.filter(it => it.confirmed === null)
  if (unconfirmed.length === 0) return line
  if (unconfirmed.length === people.length) return `${line}. ${t`Nobody is confirmed in this round.`}`
  const unconfirmedNames = nameFirst(unconfirmed.map(it => toShownName(it.name)))
  return `${line}. ${t`Not confirmed in this round: ${unconfirmedNames}`}`
}

const withNames = (text: string, names: string): string => (names === '' ? text : t`${text}: ${names}`)

/** The first names, and how many more there are: "Ann, Bob and 4 more". */
function nameFirst(names: readonly string[], total = names.length): string {
  const shown = names.slice(0, namesShown)
  const others = total - shown.length
  if (shown.length === 0) return ''
  return formatList(others > 0 ? [...shown, t`${plural(others, { other: '# more' })}`] : shown)
}
