import { t } from '@lingui/core/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import type { ReportSchedule } from '@muster/contract/report-mailing.ts'
import { type ReportFormat, type ReportKind, reportFormats, reportKinds } from '@muster/domain/report.ts'
import { type ReportFrequency, reportFrequencies } from '@muster/domain/report-period.ts'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { isDate } from '../../../lib/dates.ts'
import { errorTextWithTime } from '../../../lib/error-text.ts'
import { isoDay } from '../../../lib/iso-day.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButtons } from '../../../ui/forms/form-buttons.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../../ui/forms/use-marked-form.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { formatMomentIn } from '../format-cell.ts'
import { formatNames, frequencyNames, kindNames } from './mailing-words.ts'

type Props = { zoneId: string; timeZone: string; schedule: ReportSchedule | undefined; onClose: () => void }
type Draft = { kind: ReportKind; format: ReportFormat; rhythm: ReportFrequency; startsOn: string }

export function ScheduleForm({ zoneId, timeZone, schedule, onClose }: Props) {
  // One id per form, so that a retry after a lost response does not create a second schedule.
  const [requestId] = useState(() => uuidV7())
  const form = useMarkedForm<Draft>({
    initialValues: {
      kind: schedule?.kind ?? 'attendance',
      format: schedule?.format ?? 'pdf',
      rhythm: schedule?.rhythm ?? 'week',
      startsOn: schedule?.startsOn ?? isoDay(new Date()),
    },
    validate: {
      startsOn: (day, { rhythm }) =>
        rhythm === 'fortnight' && !isDate(day) ? t`Choose the first day of two weeks` : null,
    },
  })
  const save = useAct({
    call: ({ startsOn, ...plan }: Draft) => {
      const input = { ...plan, zoneId, startsOn: plan.rhythm === 'fortnight' ? startsOn : null }
      return schedule
        ? api.reportMailing.updateSchedule({ ...input, scheduleId: schedule.id, enabled: schedule.enabled })
        : api.reportMailing.createSchedule({ ...input, requestId })
    },
    onDone: onClose,
    done: ({ nextRunAt }) => {
      const next = nextRunAt && formatMomentIn(timeZone, nextRunAt)
      return [
        schedule ? t`Scheduled report saved` : t`Scheduled report added`,
        next ? t`Next email: ${next} (${timeZone}).` : t`It’s turned off.`,
      ]
    },
    invalidates: [orpc.reportMailing.schedules.key()],
  })
  const toOptions = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
    values.map(value => ({ value, label: names[value] }))
  return (
    <Form noValidate onSubmit={form.onSubmit(draft => save.mutate(draft))}>
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
      {save.isError && (
        <ProblemAlert>
          {errorTextWithTime(save.error, t`The scheduled report couldn’t be saved. Try again.`)}
        </ProblemAlert>
      )}
      <FormButtons
        label={schedule ? t`Save` : t`Add schedule`}
        workingLabel={schedule ? t`Saving…` : t`Adding…`}
        working={save.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}
