import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import type { AttendanceDay } from '@muster/contract/shifts.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { language } from '../../lib/language.ts'
import { Button } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { attendanceKeys } from './attendance-keys.ts'
import { CorrectionFields } from './correction-fields.tsx'
import { type CorrectedDay, type MeasuredDay, toCorrection, toFormValues } from './correction-form.ts'
import { CorrectionHistory } from './correction-history.tsx'
import { clockText } from './shift-words.ts'
import { TakeBackCorrection } from './take-back-correction.tsx'
import { useCorrectionForm } from './use-correction-form.ts'

type Props = {
  zoneId: string
  userId: string
  day: string
  measured: MeasuredDay
}

/** The form is for viewers who may correct the day. */
export function DayCorrection(props: Props) {
  const { zoneId, userId, day } = props
  const query = useQuery(orpc.shifts.day.queryOptions({ input: { zoneId, userId, day } }))
  const { data } = query
  const historyRef = useRef<HTMLHeadingElement>(null)
  const failure = <Loaded query={query} failure={t`Failed to load this day`} skeleton={3} />
  if (!data) return failure
  // Times are shown and typed in the zone's time zone.
  const { timeZone, corrections, objections } = data
  return (
    <Stack>
      {failure}
      <AgeGrey stale={query.isError}>
        <Stack>
          <ExpectedDayHours day={data} timeZone={timeZone} />
          {data.mayCorrect && (
            <CorrectDay
              key={`${zoneId}.${userId}.${day}`}
              {...props}
              timeZone={timeZone}
              corrections={corrections}
              history={historyRef}
            />
          )}
          <CorrectionHistory {...{ day, timeZone, corrections, objections }} heading={historyRef} />
        </Stack>
      </AgeGrey>
    </Stack>
  )
}

const listFormat = new Intl.ListFormat(language, { type: 'unit' })

function ExpectedDayHours({ day: { day, expected }, timeZone }: { day: AttendanceDay; timeZone: string }) {
  if (!expected) return null
  const formatTime = (instant: string) => clockText(instant, timeZone, day)
  const { holiday } = expected
  const shifts = expected.shifts.map(
    ({ startsAt, endsAt }) => `${formatTime(startsAt)}–${formatTime(endsAt)}`,
  )
  return (
    <Facts>
      <Fact name={t`Expected hours`}>
        {holiday === null ? (
          shifts.length > 0 ? (
            listFormat.format(shifts)
          ) : (
            t`Day off`
          )
        ) : (
          <Trans>
            Holiday: <span dir="auto">{holiday}</span>
          </Trans>
        )}
      </Fact>
    </Facts>
  )
}

type CorrectDayProps = Props & {
  timeZone: string
  corrections: AttendanceDay['corrections']
  history: RefObject<HTMLElement | null>
}

function CorrectDay({ zoneId, userId, day, measured, timeZone, corrections, history }: CorrectDayProps) {
  const requestIdRef = useRef(uuidV7())
  const [latestCorrection] = corrections
  const currentCorrection = latestCorrection && !latestCorrection.withdrawn ? latestCorrection : undefined
  const takingBack = useDialog()
  const correctedDay: CorrectedDay = { day, timeZone, measured, counts: currentCorrection }
  const { form, draft } = useCorrectionForm(
    `correction-${zoneId}-${userId}-${day}`,
    correctedDay,
    t`Reason is required`,
  )
  const [savedCorrectionId, setSavedCorrectionId] = useState<string>()
  const isSaved = corrections.some(({ id }) => id === savedCorrectionId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form starts over when the latest correction changes
  useEffect(() => {
    // Keeps typed text if another manager corrected the day first.
    if (isSaved || !form.isDirty()) {
      form.setInitialValues(toFormValues(correctedDay))
      form.reset()
    }
    if (!isSaved) return
    setSavedCorrectionId(undefined)
    // Focus the heading above the new entry, because the clicked button may have been removed.
    history.current?.focus()
  }, [latestCorrection?.id, isSaved])
  const correctDay = useAct({
    call: (values: typeof form.values) =>
      api.shifts.correct({
        ...{ zoneId, userId, day, requestId: requestIdRef.current },
        ...toCorrection(values, correctedDay),
        reason: values.reason.trim(),
      }),
    onDone: ({ correctionId }) => {
      requestIdRef.current = uuidV7()
      draft.settle()
      setSavedCorrectionId(correctionId)
    },
    done: t`Correction saved`,
    invalidates: attendanceKeys,
  })
  return (
    <>
      <h3>{currentCorrection ? t`Change the correction` : t`Correct this day`}</h3>
      <ActForm
        form={{ act: correctDay, submit: form.onSubmit(values => correctDay.mutate(values)), draft }}
        aria-label={t`Correct this day`}
        label={t`Save correction`}
        workingLabel={t`Saving…`}
        failed={t`The correction couldn’t be saved. Try again.`}
        buttons={
          currentCorrection && (
            <Button
              variant="default"
              icon={IconArrowBackUp}
              points
              onClick={takingBack.open}
              disabled={correctDay.isPending}
            >
              {t`Withdraw correction`}
            </Button>
          )
        }
      >
        <CorrectionFields form={form} corrected={correctedDay} reasonLabel={t`Reason`} />
      </ActForm>
      <TakeBackCorrection day={{ zoneId, userId, day }} {...takingBack.props} onDone={setSavedCorrectionId} />
    </>
  )
}
