import { plural, t } from '@lingui/core/macro'
import type { MailedReport, ReportSchedule } from '@muster/contract/report-mailing.ts'
import type { ReportFrequency } from '@muster/domain/report-period.ts'
import { language } from '../../../lib/language.ts'
import { kindLabels as kindNames } from '../report-words.ts'

export { kindNames }

export const formatNames = { csv: 'CSV', xlsx: t`Excel`, pdf: 'PDF' } as const
export const frequencyNames: Readonly<Record<ReportFrequency, string>> = {
  week: t`Every week`,
  fortnight: t`Every fortnight`,
  month: t`Every month`,
}

/** Formats the name of a schedule: `Attendance, every week`. */
export function scheduleName({ kind, rhythm }: Pick<ReportSchedule, 'kind' | 'rhythm'>): string {
  const report = kindNames[kind]
  if (rhythm === 'week') return t`${report}, every week`
  return rhythm === 'month' ? t`${report}, every month` : t`${report}, every fortnight`
}

const listFormat = new Intl.ListFormat(language, { type: 'unit' })

export function mailingOutcome({ state, problem, sent, waiting, skipped, failed }: MailedReport): {
  tone: 'good' | 'caution' | 'danger'
  label: string
  text: string
} {
  if (state === 'waiting' || state === 'running')
    return { tone: 'caution', label: t`Creating`, text: t`The file is being created` }
  if (state !== 'done')
    return { tone: 'danger', label: t`Not sent`, text: problem ?? t`The file couldn’t be created.` }
  const sentText = t`Sent to ${plural(sent, { one: '# address', other: '# addresses' })}`
  if (waiting > 0) {
    const waitingText = t`${plural(waiting, { one: '# waiting', other: '# waiting' })}`
    return { tone: 'caution', label: t`Sending`, text: listFormat.format([sentText, waitingText]) }
  }
  const texts = [sentText]
  if (failed.length > 0) {
    const failedAddresses = listFormat.format(failed.map(({ email }) => email))
    texts.push(t`not delivered to ${failedAddresses}`)
  }
  if (skipped > 0)
    texts.push(
      t`${plural(skipped, { one: '# address that no longer gets email was skipped', other: '# addresses that no longer get email were skipped' })}`,
    )
  const text = listFormat.format(texts)
  if (failed.length === 0) return { tone: 'good', label: t`Sent`, text }
  return { tone: 'danger', label: sent > 0 ? t`Partly sent` : t`Not sent`, text }
}
