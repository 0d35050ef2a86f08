import { t } from '@lingui/core/macro'
import { Textarea } from '@mantine/core'
import type { Report } from '@muster/contract/reports.ts'
import type { Objection } from '@muster/contract/shifts.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { inDialogAbout } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { FailedLine } from '../../ui/states/failed-line.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { attendanceKeys } from './attendance-keys.ts'
import { CorrectionFields } from './correction-fields.tsx'
import { type CorrectedDay, type MeasuredDay, toCorrection, toMeasuredDay } from './correction-form.ts'
import { dayText } from './shift-words.ts'
import classes from './shifts.module.css'
import { useCorrectionForm } from './use-correction-form.ts'

export const AcceptObjection = inDialogAbout('objection', LoadedAcceptForm, { title: t`Accept objection` })

function LoadedAcceptForm({ objection, onClose }: FormProps) {
  const { zoneId, day, person } = objection
  const userId = person.id ?? ''
  const query = useQuery(orpc.shifts.day.queryOptions({ input: { zoneId, day, userId }, staleTime: 0 }))
  // Managers without access to reports answer without seeing the measured times.
  const reportQuery = useQuery({
    ...orpc.reports.zone.queryOptions({
      input: { zoneId, kind: 'attendance', from: day, to: day, userId },
    }),
    staleTime: 0,
    retry: false,
  })
  if (query.isError && !query.data) return <FailedLine text={t`Failed to load this day`} query={query} />
  // A cached response may contain an outdated correction.
  if (!query.data || !query.isFetchedAfterMount || !reportQuery.isFetchedAfterMount)
    return <ListSkeleton count={3} />
  const { timeZone, corrections } = query.data
  const [latestCorrection] = corrections
  const currentCorrection = latestCorrection?.withdrawn ? undefined : latestCorrection
  return (
    <AcceptForm
      {...{ objection, onClose }}
      corrected={{ day, timeZone, counts: currentCorrection, measured: readMeasuredDay(reportQuery.data) }}
    />
  )
}

/** Returns the measured times of a report's only day; empty if the report has no row. */
function readMeasuredDay(report: Report | undefined): MeasuredDay {
  const { columns = [], rows = [] } = report?.document ?? {}
  return report?.refs[0]?.measured ?? toMeasuredDay(columns, rows[0] ?? [])
}

type FormProps = { objection: Objection; onClose: () => void }

function ObjectionText({ objection }: { objection: Objection }) {
  return (
    <div>
      {dayText(objection.day)}
      <div className={classes.quote} dir="auto">
        {objection.text}
      </div>
    </div>
  )
}

function AcceptForm({ objection, corrected, onClose }: FormProps & { corrected: CorrectedDay }) {
  const requestIdRef = useRef(uuidV7())
  const { form, draft } = useCorrectionForm(
    `accept-objection-${objection.id}`,
    corrected,
    t`Answer is required`,
  )
  const accept = useAct({
    call: (values: typeof form.values) =>
      api.shifts.acceptObjection({
        ...{ zoneId: objection.zoneId, objectionId: objection.id, requestId: requestIdRef.current },
        ...toCorrection(values, corrected),
        answer: values.reason.trim(),
      }),
    onDone: () => {
      draft.forget()
      onClose()
    },
    done: t`Objection accepted, day corrected`,
    invalidates: attendanceKeys,
  })
  return (
    <ActForm
      form={{ act: accept, submit: form.onSubmit(values => accept.mutate(values)), draft, onClose }}
      label={t`Accept and correct`}
      workingLabel={t`Saving…`}
      failed={t`The objection couldn’t be accepted. Try again.`}
    >
      <ObjectionText objection={objection} />
      <CorrectionFields form={form} corrected={corrected} reasonLabel={t`Answer`} />
    </ActForm>
  )
}

export const DeclineObjection = inDialogAbout('objection', DeclineForm, { title: t`Decline objection` })

function DeclineForm({ objection, onClose }: FormProps) {
  const form = useActForm({
    draft: `decline-objection-${objection.id}`,
    values: () => ({ answer: '' }),
    fields: 'shifts.declineObjection',
    validate: { answer: answer => (answer.trim() === '' ? t`Answer is required` : null) },
    call: ({ answer }) =>
      api.shifts.declineObjection({
        zoneId: objection.zoneId,
        objectionId: objection.id,
        answer: answer.trim(),
      }),
    done: t`Objection declined`,
    invalidates: attendanceKeys,
    onClose,
  })
  return (
    <ActForm
      form={form}
      label={t`Decline`}
      workingLabel={t`Declining…`}
      failed={t`The objection couldn’t be declined. Try again.`}
    >
      <ObjectionText objection={objection} />
      <Textarea label={t`Answer`} autosize minRows={2} {...form.getInputProps('answer')} data-autofocus />
    </ActForm>
  )
}
