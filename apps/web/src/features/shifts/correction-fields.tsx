import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type CorrectionValues, clockNote } from './correction-form.ts'
import classes from './shifts.module.css'

type Props = {
  form: UseFormReturnType<CorrectionValues>
  timeZone: string
  /** Of the reason: where it answers somebody, it is the answer. */
  reasonLabel: string
}

/** What was otherwise: times by the clocks of the zone, hours, whether it is excused, and why. */
export function CorrectionFields({ form, timeZone, reasonLabel }: Props) {
  const { firstIn, lastOut } = form.values
  return (
    <>
      <div className={classes.moments}>
        <TextInput
          type="datetime-local"
          label="First in"
          description={clockNote(firstIn, timeZone)}
          {...form.getInputProps('firstIn')}
        />
        <TextInput
          type="datetime-local"
          label="Last out"
          description={clockNote(lastOut, timeZone)}
          {...form.getInputProps('lastOut')}
        />
      </div>
      <TextInput
        label="Hours inside"
        placeholder="7:30"
        inputMode="text"
        description={
          firstIn && lastOut
            ? 'Left empty, the time from first in to last out counts.'
            : 'What is left empty stays as measured.'
        }
        {...form.getInputProps('hours')}
      />
      <Checkbox
        label="Excused"
        description="What is missing of this day does not count as absent, late or left early."
        {...form.getInputProps('excused', { type: 'checkbox' })}
      />
      <Textarea
        label={reasonLabel}
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <p className={classes.quiet}>
        Times are those of {timeZone}. What was measured is kept beside the correction.
      </p>
    </>
  )
}
