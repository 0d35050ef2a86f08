import { Textarea } from '@mantine/core'
import type { Holiday } from '@muster/contract/shifts.ts'
import { limits } from '@muster/domain/limits.ts'
import { api } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { attendanceKeys } from './attendance-keys.ts'
import { readHolidays } from './shift-words.ts'
import classes from './shifts.module.css'

type Props = {
  zoneId: string
  opened: boolean
  onClose: () => void
  /** The first of the days that were added. */
  onAdded: (day: string) => void
}

/** Holidays as they are typed, or pasted from a calendar. */
export function AddHolidaysDialog({ opened, ...props }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={props.onClose} title="Add holidays">
      <AddHolidaysForm {...props} />
    </ResponsiveDialog>
  )
}

function problemOf(text: string): string | null {
  const { holidays, wrong } = readHolidays(text)
  if (wrong.length > 0)
    return `${wrong.length === 1 ? 'Line' : 'Lines'} ${wrong.slice(0, 5).join(', ')}: write a day and a name, such as 2026-12-25 Christmas.`
  if (holidays.length === 0) return 'Write at least one holiday'
  return holidays.length > limits.holidaysAtOnce ? `At most ${limits.holidaysAtOnce} at once` : null
}

function AddHolidaysForm({ zoneId, onClose, onAdded }: Omit<Props, 'opened'>) {
  const form = useMarkedForm({
    initialValues: { lines: '' },
    validateInputOnBlur: true,
    validate: { lines: problemOf },
  })
  const add = useAct({
    call: (holidays: Holiday[]) => api.shifts.addHolidays({ zoneId, holidays }),
    onDone: (_, [first]) => {
      if (first) onAdded(first.day)
      onClose()
    },
    done: ({ added }) => (added === 1 ? 'Holiday added' : `${added} holidays added`),
    invalidates: attendanceKeys,
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ lines }) => add.mutate(readHolidays(lines).holidays))}>
      <div className={classes.fields}>
        {add.isError && (
          <ProblemAlert>
            {errorTextWithTime(add.error, 'The holidays could not be added. Please try again.')}
          </ProblemAlert>
        )}
        <Textarea
          label="Holidays"
          description="One a line: the day, then its name. A list can be pasted."
          placeholder={'2026-12-25 Christmas\n2027-01-01 New Year'}
          required
          autosize
          minRows={4}
          maxRows={12}
          {...form.getInputProps('lines')}
          data-autofocus
        />
      </div>
      <FormButtons label="Add holidays" workingLabel="Adding…" working={add.isPending} onCancel={onClose} />
    </form>
  )
}
