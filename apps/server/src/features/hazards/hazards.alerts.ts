import { msg, plural } from '@lingui/core/runtime-macro'
import type { HazardSeverity, HazardStatus } from '@muster/domain/hazard.ts'
import type { Text } from '../../lib/texts/text.ts'
import type { Alert, Audience } from '../../live/write.ts'
import { audienceOfReport } from './hazards.audience.ts'

/** The data of a hazard that every alert about it needs. */
export type AlertedHazard = {
  readonly id: string
  readonly zoneId: string
  readonly title: string
  readonly description: string
}

const createAlert = (
  { id, zoneId }: AlertedHazard,
  cause: string,
  content: Pick<Alert, 'to' | 'title' | 'text'>,
): Alert => ({
  type: 'hazard_alert',
  zoneId,
  about: { hazardId: id },
  source: `hazard:${id}${cause}`,
  ...content,
})

/** Returns the description; empty for a report of one line, whose description repeats the title. */
const describeBeyondTitle = ({ title, description }: AlertedHazard) =>
  description === title ? '' : description

const severityTexts: Record<HazardSeverity, Text> = {
  low: msg`Low`,
  medium: msg`Medium`,
  high: msg`High`,
  critical: msg`Critical`,
}

const statusTexts: Record<HazardStatus, Text> = {
  open: msg`Now open.`,
  in_progress: msg`Now in progress.`,
  resolved: msg`Now resolved.`,
  closed: msg`Now closed.`,
}

/** To the zone's managers; high or critical, to all who may see its hazards. Critical is urgent: no quiet hours, and emailed. */
export function hazardReported(
  hazard: AlertedHazard & { readonly severity: HazardSeverity; readonly reportedBy: string },
): Alert {
  const { zoneId, title, severity, reportedBy } = hazard
  const to = audienceOfReport(zoneId, reportedBy, severity === 'high' || severity === 'critical')
  const alert = createAlert(hazard, '', {
    to,
    title: msg`${{ severity: severityTexts[severity] }}: ${{ title }}`,
    text: describeBeyondTitle(hazard),
  })
  return severity === 'critical' ? { ...alert, about: { ...alert.about, urgent: true } } : alert
}

/** `stepId` is the id of the step that changed it, so that every change raises its own alert. */
export const statusChanged = (
  hazard: AlertedHazard,
  { status, stepId }: { status: HazardStatus; stepId: string },
  to: Audience,
): Alert =>
  createAlert(hazard, `:${status}:${stepId}`, {
    to,
    title: hazard.title,
    text: statusTexts[status],
  })

/** Creates the alert for a new assignee. `stepId` is the id of the step that assigned the hazard. */
export const hazardAssigned = (hazard: AlertedHazard, stepId: string, to: Audience): Alert =>
  createAlert(hazard, `:assigned:${stepId}`, {
    to,
    title: msg`Assigned to you: ${{ title: hazard.title }}`,
    text: describeBeyondTitle(hazard),
  })

/** Creates one alert for several hazards that were assigned at once. It opens the hazard of the given alert. */
export const hazardsAssigned = (first: Alert, titles: readonly string[], to: Audience): Alert => ({
  ...first,
  to,
  title: msg`${plural({ count: titles.length }, { one: '# hazard assigned to you', other: '# hazards assigned to you' })}`,
  text: titles.slice(0, 3).join(', '),
})

export const hazardDue = (
  hazard: AlertedHazard,
  { dueAt, isOverdue, assigneeId }: { dueAt: Date; isOverdue: boolean; assigneeId: string | null },
  to: Audience,
): Alert =>
  createAlert(hazard, `:due:${Math.round(dueAt.getTime() / 1000)}`, {
    to,
    title: isOverdue ? msg`Overdue: ${{ title: hazard.title }}` : msg`Due soon: ${{ title: hazard.title }}`,
    text: assigneeId ? msg`This hazard is assigned to you.` : msg`Nobody is assigned to this hazard yet.`,
  })
