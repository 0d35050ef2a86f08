import { t } from '@lingui/core/macro'
import { PasswordInput, SimpleGrid } from '@mantine/core'
import { isPin } from '@muster/domain/pin.ts'
import { api } from '../../lib/api.ts'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { visibilityToggleProps } from '../../ui/forms/visibility-toggle.ts'
import { WithPassword } from './with-password.tsx'

type FormValues = { password: string; pin: string; confirmPin: string }

type Props = {
  onCancel: () => void
  /** Called once the PIN is stored, with the new PIN, so that the zone can be entered right away. */
  onChanged: (pin: string) => void
}

/** Sets a new entry PIN, confirmed by the account password; used both to change a PIN and to replace a forgotten one. */
export function ChangePinForm(props: Props) {
  return (
    <WithPassword>
      <NewPinForm {...props} />
    </WithPassword>
  )
}

function NewPinForm({ onCancel, onChanged }: Props) {
  const form = useActForm({
    values: (): FormValues => ({ password: '', pin: '', confirmPin: '' }),
    validate: {
      password: value => (value === '' ? t`Your password is required` : null),
      pin: value => (isPin(value) ? null : t`PIN must be exactly 4 digits`),
      confirmPin: (value, { pin }) => (value === pin ? null : t`PINs do not match`),
    },
    call: ({ password, pin }) => api.settings.changePin({ password, pin }),
    onDone: (_answer, { pin }) => onChanged(pin),
    refused: { WRONG_PASSWORD: 'password', PIN_INVALID: 'pin' },
  })
  const getPinProps = (name: 'pin' | 'confirmPin') => ({
    value: form.values[name],
    error: form.errors[name] as string | undefined,
    onChange: (value: string) => form.setFieldValue(name, value),
  })
  return (
    <ActForm
      form={form}
      label={t`Change PIN`}
      workingLabel={t`Changing…`}
      onCancel={onCancel}
      failed={t`The PIN couldn’t be changed. Try again.`}
    >
      <PasswordInput
        label={t`Account password`}
        name="current-password"
        autoComplete="current-password"
        description={t`This keeps anyone else from changing your PIN on your unlocked phone.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        visibilityToggleButtonProps={visibilityToggleProps}
        data-autofocus
        {...form.getInputProps('password')}
      />
      <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
        <PinInput label={t`New PIN`} {...getPinProps('pin')} />
        <PinInput label={t`Confirm new PIN`} {...getPinProps('confirmPin')} />
      </SimpleGrid>
    </ActForm>
  )
}
