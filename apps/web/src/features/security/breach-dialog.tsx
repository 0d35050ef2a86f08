import { t } from '@lingui/core/macro'
import { Button, NumberInput, Textarea } from '@mantine/core'
import { type Severity, severities } from '@muster/domain/severity.ts'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { errorText, isUnreachable } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { severityNames } from './severity-tag.tsx'

type BreachDraft = {
  /** The notice id, created with the draft so that sending it twice stores only one notice. */
  requestId: string
  description: string
  affected: number | string
  severity: Severity | null
}

const emptyBreach = (): BreachDraft => ({
  requestId: uuidV7(),
  description: '',
  affected: '',
  severity: null,
})

/** The validation rule for each field, which returns its problem or null. */
const breachRules = {
  description: (text: string) => (text.trim() === '' ? t`Describe what happened` : null),
  affected: (value: number | string) => {
    const count = typeof value === 'number' ? value : Number.parseInt(value, 10)
    if (Number.isNaN(count)) return t`Enter the number of people affected, or 0 if none`
    return Number.isInteger(count) && count >= 0 && count <= 100_000_000
      ? null
      : t`Enter a whole number from 0 to 100,000,000`
  },
  severity: (value: Severity | null) => (value === null ? t`Choose a severity` : null),
}

type Props = { onClose: () => void; onReported: () => void }

export const BreachDialog = inDialog(BreachForm, { title: t`Report a breach`, width: 520 })

function failureText(error: unknown): string {
  if (isUnreachable(error))
    return t`The server didn’t respond. Send the report again. It will be saved only once.`
  return errorText(error, t`The breach couldn’t be reported. Try again.`)
}

function BreachForm({ onClose, onReported }: Props) {
  const form = useActForm({
    draft: 'breach',
    values: emptyBreach,
    validateInputOnBlur: true,
    validate: breachRules,
    isTabOnly: true,
    call: ({ requestId, description, affected, severity }) =>
      api.security.createBreachNotification({
        id: requestId,
        incidentDescription: description.trim(),
        affectedUsersCount: Number(affected),
        severity: severity ?? 'medium',
      }),
    onDone: () => onReported(),
    done: [t`Breach reported`, t`The notice is stored in the security log.`],
    invalidates: [
      orpc.security.dashboard.key(),
      orpc.security.breachNotices.key(),
      orpc.security.events.key(),
    ],
    onClose,
  })
  const { description, affected, severity } = form.values
  const typedLength = formatCount(description.length)
  const maximum = formatCount(2_000)
  const hasInput = description !== '' || affected !== '' || severity !== null

  return (
    <ActForm
      form={form}
      label={t`Report breach`}
      workingLabel={t`Reporting…`}
      buttons={
        hasInput &&
        !form.act.isPending && (
          <Button variant="subtle" color="gray" onClick={form.draft.discard}>
            {t`Clear`}
          </Button>
        )
      }
      failed={failureText}
    >
      <Textarea
        label={t`What happened`}
        description={t`What you noticed, when it started and which data is affected. ${typedLength} of ${maximum} characters.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        rows={6}
        resize="vertical"
        maxLength={2000}
        data-autofocus
        {...form.getInputProps('description')}
      />
      <NumberInput
        label={t`Affected users`}
        description={t`Your best estimate. Enter 0 if nobody is affected.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        min={0}
        max={100_000_000}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        hideControls
        {...form.getInputProps('affected')}
      />
      <Select
        label={t`Severity`}
        placeholder={t`Choose`}
        required
        allowDeselect={false}
        data={severities.map(value => ({ value, label: severityNames[value] }))}
        {...form.getInputProps('severity')}
      />
    </ActForm>
  )
}
