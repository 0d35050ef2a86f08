import { Button } from '@mantine/core'
import type { AttendanceDay } from '@muster/contract/shifts.ts'
import { formatDuration } from '@muster/domain/duration.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { attendanceKeys } from './attendance-keys.ts'
import { CorrectionFields } from './correction-fields.tsx'
import { correctionOf, type MeasuredDay } from './correction-form.ts'
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
  /** Runs when a correction was saved or taken back. */
  onDone?: () => void
}

/** A day of somebody: what was measured and expected, a form to correct it, and all that was said of it. The content of a drawer. */
export function DayCorrection(props: Props) {
  const { zoneId, userId, day, measured } = props
  const query = useQuery(orpc.shifts.day.queryOptions({ input: { zoneId, userId, day } }))
  const { data } = query
  if (query.isError && !data)
    return (
      <ErrorState
        title="Failed to load this day"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (!data) return <ListSkeleton count={3} />
  const newest = data.corrections[0]
  // Times are shown and typed by the clocks of the zone.
  const { timeZone } = data
  return (
    <div className={classes.fields}>
      <DayFacts day={data} measured={measured} timeZone={timeZone} />
      {data.mayCorrect && <CorrectDay key={newest?.id} {...props} timeZone={timeZone} counting={newest} />}
      <CorrectionHistory
        day={day}
        timeZone={timeZone}
        corrections={data.corrections}
        objections={data.objections}
      />
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
  counting: AttendanceDay['corrections'][number] | undefined
}

function CorrectDay({ zoneId, userId, day, timeZone, counting, onDone }: CorrectProps) {
  const requestId = useRef(uuidV7())
  const counts = counting && !counting.withdrawn ? counting : undefined
  const [takingBack, setTakingBack] = useState(false)
  const form = useCorrectionForm(counts, timeZone)
  const correct = useAct({
    call: (values: typeof form.values) =>
      api.shifts.correct({
        ...{ zoneId, userId, day, requestId: requestId.current },
        ...correctionOf(values, timeZone),
        reason: values.reason.trim(),
      }),
    onDone: () => {
      requestId.current = uuidV7()
      onDone?.()
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
        onDone={onDone}
      />
    </>
  )
}
