import { Button } from '@mantine/core'
import type { AttendanceDay } from '@muster/contract/shifts.ts'
import { formatDuration } from '@muster/domain/duration.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { attendanceKeys } from './attendance-keys.ts'
import { CorrectionFields } from './correction-fields.tsx'
import { correctionOf, type MeasuredDay, valuesOf } from './correction-form.ts'
import { CorrectionHistory } from './correction-history.tsx'
import { clockWords } from './shift-words.ts'
import classes from './shifts.module.css'
import { TakeBackCorrection } from './take-back-correction.tsx'
import { useCorrectionForm } from './use-correction-form.ts'

type Props = {
  zoneId: string
  userId: string
  day: string
  measured: MeasuredDay
}

/** A day of somebody: what was measured and expected, a form to correct it, and all that was said of it. The content of a drawer. */
export function DayCorrection(props: Props) {
  const { zoneId, userId, day, measured } = props
  const query = useQuery(orpc.shifts.day.queryOptions({ input: { zoneId, userId, day } }))
  const { data } = query
  const history = useRef<HTMLHeadingElement>(null)
  const failure = query.isError && (
    <ErrorState
      title="Failed to load this day"
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      staleSince={staleSince(query)}
    />
  )
  if (!data) return failure || <ListSkeleton count={3} />
  // Times are shown and typed by the clocks of the zone.
  const { timeZone, corrections, objections } = data
  return (
    <div className={classes.fields}>
      {failure}
      <AgeGrey stale={query.isError}>
        <div className={classes.fields}>
          <DayFacts day={data} measured={measured} timeZone={timeZone} />
          {data.mayCorrect && (
            <CorrectDay
              key={`${zoneId}.${userId}.${day}`}
              {...props}
              timeZone={timeZone}
              corrections={corrections}
              history={history}
            />
          )}
          <CorrectionHistory {...{ day, timeZone, corrections, objections }} heading={history} />
        </div>
      </AgeGrey>
    </div>
  )
}

type FactsProps = { day: AttendanceDay; measured: MeasuredDay; timeZone: string }

function DayFacts({ day: { day, expected }, measured, timeZone }: FactsProps) {
  const time = (instant: string | null) => (instant ? clockWords(instant, timeZone, day) : '–')
  const shifts = expected?.shifts ?? []
  return (
    <section className={classes.section} aria-label="Measured">
      <h3 className={classes.small}>Measured</h3>
      <dl className={classes.facts}>
        <dt>First in</dt>
        <dd>{time(measured.firstIn)}</dd>
        <dt>Last out</dt>
        <dd>{time(measured.lastOut)}</dd>
        <dt>Hours inside</dt>
        <dd>{measured.insideMinutes === null ? '–' : formatDuration(measured.insideMinutes)}</dd>
        {expected && (
          <>
            <dt>Expected</dt>
            <dd>
              {expected.holiday !== null ? (
                <>
                  Holiday: <span dir="auto">{expected.holiday}</span>
                </>
              ) : shifts.length === 0 ? (
                'Day off'
              ) : (
                shifts.map(({ startsAt, endsAt }) => `${time(startsAt)}–${time(endsAt)}`).join(', ')
              )}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

type CorrectProps = Props & {
  timeZone: string
  corrections: AttendanceDay['corrections']
  history: RefObject<HTMLElement | null>
}

function CorrectDay({ zoneId, userId, day, timeZone, corrections, history }: CorrectProps) {
  const requestId = useRef(uuidV7())
  const [newest] = corrections
  const counts = newest && !newest.withdrawn ? newest : undefined
  const [takingBack, setTakingBack] = useState(false)
  const form = useCorrectionForm(counts, timeZone)
  const [saved, setSaved] = useState<string>()
  const isSaved = corrections.some(({ id }) => id === saved)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form begins anew when another correction is the newest
  useEffect(() => {
    // What somebody types is not thrown away because another manager was quicker.
    if (isSaved || !form.isDirty()) {
      form.setInitialValues(valuesOf(counts, timeZone))
      form.reset()
    }
    if (!isSaved) return
    setSaved(undefined)
    // The button that was pressed may be gone; the new entry stands below this heading.
    history.current?.focus()
  }, [newest?.id, isSaved])
  const correct = useAct({
    call: (values: typeof form.values) =>
      api.shifts.correct({
        ...{ zoneId, userId, day, requestId: requestId.current },
        ...correctionOf(values, timeZone),
        reason: values.reason.trim(),
      }),
    onDone: ({ correctionId }) => {
      requestId.current = uuidV7()
      setSaved(correctionId)
    },
    done: 'Correction saved',
    invalidates: attendanceKeys,
  })
  return (
    <>
      <form
        noValidate
        onSubmit={form.onSubmit(values => correct.mutate(values))}
        aria-label="Correct this day"
      >
        <div className={classes.fields}>
          <h3 className={classes.small}>{counts ? 'Change the correction' : 'Correct this day'}</h3>
          {correct.isError && (
            <ProblemAlert>
              {errorTextWithTime(correct.error, 'The correction could not be saved. Please try again.')}
            </ProblemAlert>
          )}
          <CorrectionFields form={form} timeZone={timeZone} reasonLabel="Reason" />
        </div>
        <FormButtons label="Save correction" workingLabel="Saving…" working={correct.isPending}>
          {counts && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size="1.125rem" aria-hidden />}
              onClick={() => setTakingBack(true)}
              disabled={correct.isPending}
            >
              Take back
            </Button>
          )}
        </FormButtons>
      </form>
      <TakeBackCorrection
        day={{ zoneId, userId, day }}
        opened={takingBack}
        onClose={() => setTakingBack(false)}
        onDone={setSaved}
      />
    </>
  )
}
