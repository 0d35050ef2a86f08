import { plural, t } from '@lingui/core/macro'
import type { EmergencyDetail, EmergencyLeaver, EmergencyReport } from '@muster/contract/emergencies.ts'
import type { EmergencyFinding, EmergencyRecord } from '@muster/contract/emergency-reports.ts'
import type { EmergencyReportRow, RollPerson } from '@muster/contract/roll-person.ts'
import { accountedShares } from '@muster/domain/emergency.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { WallClock } from '../../lib/format-time.ts'
import { toShownName } from '../../lib/shown-name.ts'
import { howLabels, stateLabels } from './emergency-words.ts'
import { formatElapsed } from './format-elapsed.ts'
import { correctionText, momentText } from './report-words.ts'

export type PrintedReport = {
  emergency: EmergencyDetail
  report: Omit<EmergencyReport, 'longest'>
  rows: readonly EmergencyReportRow[]
  record: EmergencyRecord | null
  findings: readonly EmergencyFinding[]
  /** The people who do not count, and those who left shortly before, neither of whom is in the rows. */
  uncounted: readonly RollPerson[]
  leavers: readonly EmergencyLeaver[]
}

export type ReportLine = {
  readonly key: string
  /** Stands above the first paragraph of a part, so that no heading is alone at the end of a sheet. */
  readonly heading?: string | undefined
  readonly text: string
  /** The lines of the text, and those with the heading. Longer texts are cut off. */
  readonly textLines: number
  readonly lines: number
}

/** Letters that fit on a line of a sheet, also wide ones. */
const lettersPerLine = 75
const headingLines = 2

/** Everything of the report but the table of people, as paragraphs that are split into sheets. */
export function toReportLines(printed: PrintedReport, clock: WallClock): ReportLine[] {
  const { emergency, report, rows, findings, uncounted, leavers } = printed
  const declaredAt = new Date(emergency.declaredAt)
  return [
    ...toPart('facts', undefined, [emergency.message, peopleText(printed), recordText(printed, clock)]),
    ...toPart('accounted', t`Accounted for`, [
      ...accountedShares.map((share, index) => {
        const ms = report.accountedMs[index] ?? null
        return `${formatCount(share * 100)}%: ${ms === null ? t`not reached` : formatElapsed(ms)}`
      }),
      ...report.hows.map(({ how, people }) => `${howLabels[how]}: ${formatCount(people)}`),
    ]),
    ...toPart(
      'timeline',
      t`Timeline`,
      // The sheets name the day of the declaration and its time zone.
      report.timeline.map(
        moment => `${clock.formatClock(new Date(moment.at), declaredAt)} · ${momentText(moment)}`,
      ),
    ),
    ...toPart(
      'corrections',
      t`Corrected after the all clear`,
      report.corrections.map(
        it => `${clock.formatClock(new Date(it.at), declaredAt)} · ${correctionText(it)}`,
      ),
    ),
    ...toPart(
      'findings',
      t`Findings`,
      findings.map(
        ({ text, owner, done }) =>
          `${text} · ${owner ? toShownName(owner.name) : t`No owner`} · ${done ? t`Done` : t`Open`}`,
      ),
    ),
    ...toPart(
      'uncounted',
      t`Not counted`,
      uncounted.map(it => [toShownName(it.name), it.uncountedReason].filter(Boolean).join(' · ')),
    ),
    ...toPart(
      'left',
      t`Left before`,
      leavers.map(it => leaverText(it, declaredAt, clock)),
    ),
    ...toPart('nobody', undefined, rows.length === 0 ? [t`Nobody is on the list`] : []),
  ]
}

/** The name of somebody who left; a badge that belongs to nobody has none. */
export const leaverName = ({ name, badge }: Pick<EmergencyLeaver, 'name' | 'badge'>): string =>
  name === '' ? t`Badge ${badge ?? ''}` : toShownName(name)

function leaverText(leaver: EmergencyLeaver, declaredAt: Date, clock: WallClock): string {
  const { zoneName, leftAt, leftBy } = leaver
  const time = clock.formatClock(new Date(leftAt), declaredAt)
  const how =
    leftBy === 'day_end'
      ? t`Not signed out. The visit to ${zoneName} ended with the day, at ${time}`
      : `${zoneName} · ${time}`
  return `${leaverName(leaver)} · ${how}`
}

/** The paragraphs of a part, without empty ones. */
const toPart = (part: string, heading: string | undefined, texts: readonly string[]): ReportLine[] =>
  texts
    .filter(text => text !== '')
    .map((text, index) => {
      const textLines = Math.ceil(text.length / lettersPerLine)
      const hasHeading = heading !== undefined && index === 0
      return {
        key: `${part} ${index}`,
        text,
        textLines,
        ...(hasHeading && { heading }),
        lines: textLines + (hasHeading ? headingLines : 0),
      }
    })

function peopleText({ emergency: { people }, report: { states } }: PrintedReport): string {
  const shownStates = (['help', 'missing', 'elsewhere', 'not_on_site', 'safe'] as const).filter(
    state => states[state] > 0,
  )
  return [
    t`${plural(people, { one: '# person', other: '# people' })} on the list`,
    ...shownStates.map(state => `${stateLabels[state]}: ${formatCount(states[state])}`),
  ].join(' · ')
}

function recordText({ record }: PrintedReport, clock: WallClock): string {
  if (record === null) return ''
  const { digest, lateTotal } = record
  const time = clock.formatAbsolute(new Date(record.recordedAt))
  const text = t`Recorded ${time}, digest ${digest}`
  return lateTotal === 0
    ? text
    : `${text} · ${t`${plural(lateTotal, { one: '# answer arrived later', other: '# answers arrived later' })}`}`
}
