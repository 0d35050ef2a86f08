import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, type InputWrapperProps, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { formatMinutes } from '../../lib/format-minutes.ts'
import { type CorrectedDay, type CorrectionValues, clockChangeNote, toTypedStay } from './correction-form.ts'

type Props = {
  form: UseFormReturnType<CorrectionValues>
  corrected: CorrectedDay
  /** The label of the reason field. When answering an objection, the reason is the answer. */
  reasonLabel: string
}

export function CorrectionFields({ form, corrected, reasonLabel }: Props) {
  const { timeZone } = corrected
  const { firstInDay, firstIn, lastOutDay, lastOut } = form.values
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          type="time"
          label={t`First in`}
          {...form.getInputProps('firstIn')}
          description={clockChangeNote(firstInDay, firstIn, timeZone)}
          inputWrapperOrder={inputOrder}
        />
        <TextInput
          type="date"
          label={t`Day`}
          aria-label={t`First-in date`}
          {...form.getInputProps('firstInDay')}
        />
      </SimpleGrid>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          type="time"
          label={t`Last out`}
          {...form.getInputProps('lastOut')}
          description={clockChangeNote(lastOutDay, lastOut, timeZone)}
          inputWrapperOrder={inputOrder}
        />
        <TextInput
          type="date"
          label={t`Day`}
          aria-label={t`Last-out date`}
          {...form.getInputProps('lastOutDay')}
        />
      </SimpleGrid>
      <TextInput
        label={t`Time inside`}
        placeholder="7:30"
        inputMode="text"
        description={insideNote(form.values, corrected)}
        inputWrapperOrder={inputOrder}
        {...form.getInputProps('hours')}
      />
      <Checkbox
        label={t`Excused`}
        description={t`This day won’t be marked as absent, late or left early.`}
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
      <Text size="xs" c="dimmed">
        <Trans>
          Times are in {timeZone}. Leave a field empty to keep the measured value. Measured values stay on
          record with the correction.
        </Trans>
      </Text>
    </>
  )
}

const inputOrder: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

/** Describes the time inside that applies while its field is empty. */
function insideNote(values: CorrectionValues, corrected: CorrectedDay): string | undefined {
  const { between } = toTypedStay(values, corrected)
  if (between !== null) {
    const duration = formatMinutes(between)
    return t`Leave empty to use the time from first in to last out: ${duration}.`
  }
  const { insideMinutes } = corrected.measured
  if (insideMinutes === null) return undefined
  const duration = formatMinutes(insideMinutes)
  return t`Leave empty to use the measured time: ${duration}.`
}
