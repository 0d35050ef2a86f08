import { t } from '@lingui/core/macro'
import type { MailedReport, ReportSchedule } from '@muster/contract/report-mailing.ts'
import type { ReportRhythm } from '@muster/domain/report-period.ts'
import { kindLabels as kindNames } from '../report-words.ts'

export { kindNames }

export const formatNames = { csv: 'CSV', xlsx: t`Excel`, pdf: 'PDF' } as const
export const rhythmNames: Readonly<Record<ReportRhythm, string>> = {
  week: t`Every week`,
  fortnight: t`Every fortnight`,
  month: 'Every month',
}

/** `Attendance, every week`. */
export const nameOf = ({ kind, rhythm }: Pick<ReportSchedule, 'kind' | 'rhythm'>) =>
  `${kindNames[kind]}, ${rhythmNames[rhythm].toLowerCase()}`

export const addresses = (count: number) => (count === 1 ? t`1 address` : t`${count} addresses`)

/** The outcome of a mailed report. */
export function outcomeOf({ state, problem, sent, waiting, skipped, failed }: MailedReport): {
  tone: 'good' | 'caution' | 'danger'
  label: string
  text: string
} {
  if (state === 'waiting' || state === 'running')
    return { tone: 'caution', label: t`Being made`, text: t`The file is being made` }
  if (state !== 'done')
    return { tone: 'danger', label: t`Not sent`, text: problem ?? t`The file could not be made.` }
  if (waiting > 0)
    return { tone: 'caution', label: t`Being sent`, text: t`Sent to ${addresses(sent)}, ${waiting} to come` }
  const left = skipped > 0 ? `, ${addresses(skipped)} left out because nothing is mailed there any more` : ''
  if (failed.length > 0)
    return {
      tone: 'danger',
      label: sent > 0 ? t`Sent to some` : t`Not sent`,
      text: t`Sent to ${addresses(sent)}, not to ${failed.map(it => it.email).join(', ')}${left}`,
    }
  return { tone: 'good', label: t`Sent`, text: t`Sent to ${addresses(sent)}${left}` }
}
