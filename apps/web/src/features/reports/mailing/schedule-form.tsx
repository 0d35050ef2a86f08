import { t } from '@lingui/core/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import type { ReportSchedule } from '@muster/contract/report-mailing.ts'
import { type ReportFormat, type ReportKind, reportFormats, reportKinds } from '@muster/domain/report.ts'
import { type ReportFrequency, reportFrequencies } from '@muster/domain/report-period.ts'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { isDate } from '../../../lib/dates.ts'
import { isoDay } from '../../../lib/iso-day.ts'
import { ActForm } from '../../../ui/forms/act-form.tsx'
import { useActForm } from '../../../ui/forms/use-act-form.ts'
import { formatMomentIn } from '../format-cell.ts'
import { formatNames, frequencyNames, kindNames } from './mailing-words.ts'

type Props = { zoneId: string; timeZone: string; schedule: ReportSchedule | undefined; onClose: () => void }
type Draft = { kind: ReportKind; format: ReportFormat; rhythm: ReportFrequency; startsOn: string }

export function ScheduleForm({ zoneId, timeZone, schedule, onClose }: Props) {
  // One id per form, so that a retry after a lost response does not create a second schedule.
  const [requestId] = useState(() => uuidV7())
  const form = useActForm({
    values: (): Draft => ({
      kind: schedule?.kind ?? 'attendance',
      format: schedule?.format ?? 'pdf',
      rhythm: schedule?.rhythm ?? 'week',
      startsOn: schedule?.startsOn ?? isoDay(new Date()),
    }),
    validate: {
      startsOn: (day, { rhythm }) =>
        rhythm === 'fortnight' && !isDate(day) ? t`Choose the first day of two weeks` : null,
    },
    call: ({ startsOn, ...plan }) => {
      const input = { ...plan, zoneId, startsOn: plan.rhythm === 'fortnight' ? startsOn : null }
      return schedule
        ? api.reportMailing.updateSchedule({ ...input, scheduleId: schedule.id, enabled: schedule.enabled })
        : api.reportMailing.createSchedule({ ...input, requestId })
    },
    done: ({ nextRunAt }) => {
      const next = nextRunAt && formatMomentIn(timeZone, nextRunAt)
      return [
        schedule ? t`Scheduled report saved` : t`Scheduled report added`,
        next ? t`Next email: ${next} (${timeZone}).` : t`It’s turned off.`,
      ]
    },
    invalidates: [orpc.reportMailing.schedules.key()],
    onClose,
  })
  const toOptions = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
    values.map(value => ({ value, label: names[value] }))
  return (
    <ActForm
      form={form}
      label={schedule ? t`Save` : t`Add schedule`}
      workingLabel={schedule ? t`Saving…` : t`Adding…`}
      failed={t`The scheduled report couldn’t be saved. Try again.`}
    >
      <NativeSelect
        label={t`Report`}
        data={toOptions(reportKinds, kindNames)}
        data-autofocus
        {...form.getInputProps('kind')}
      />
      <NativeSelect
        label={t`How often`}
        data={toOptions(reportFrequencies, frequencyNames)}
        {...form.getInputProps('rhythm')}
      />
      {form.values.rhythm === 'fortnight' && (
        <TextInput
          label={t`First day of two weeks`}
          description={t`Fortnights are counted from this day.`}
          type="date"
          required
          {...form.getInputProps('startsOn')}
        />
      )}
      <NativeSelect
        label={t`Format`}
        data={toOptions(reportFormats, formatNames)}
        {...form.getInputProps('format')}
      />
    </ActForm>
  )
}
