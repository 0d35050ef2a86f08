import { Button, PasswordInput } from '@mantine/core'
import { isPin } from '@muster/domain/pin.ts'
import { IconLock } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { visibilityToggle } from '../../ui/forms/visibility-toggle.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { notify } from '../../ui/toast/notify.ts'
import classes from './settings.module.css'
import { SettingsCard } from './settings-card.tsx'

/** The four digits that open one's zones. */
export function PinCard() {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <SettingsCard
      title="Zone entry PIN"
      text="The four digits that open your zones. Wrong tries lock it for 15 minutes, too many in a day until a zone manager resets it. A new PIN does not open a locked one."
    >
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconLock size={18} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          Change PIN
        </Button>
      </div>
      <ResponsiveDialog opened={opened} onClose={close} title="Change zone entry PIN">
        <PinForm onClose={close} />
      </ResponsiveDialog>
    </SettingsCard>
  )
}

type Form = { password: string; pin: string; confirmPin: string }

function PinForm({ onClose }: { onClose: () => void }) {
  const form = useMarkedForm<Form>({
    initialValues: { password: '', pin: '', confirmPin: '' },
    validate: {
      password: value => (value === '' ? 'Your password is required' : null),
      pin: value => (isPin(value) ? null : 'PIN must be exactly 4 digits'),
      confirmPin: (value, { pin }) => (value === pin ? null : 'PINs do not match'),
    },
  })
  const change = useMutation({
    mutationFn: ({ password, pin }: Form) => api.settings.changePin({ password, pin }),
    onSuccess: () => {
      notify.success('PIN changed', 'Use the new PIN the next time you enter a zone.')
      onClose()
    },
    onError: error => {
      if (hasCode(error, 'WRONG_PASSWORD')) form.setFieldError('password', error.message)
      if (hasCode(error, 'PIN_INVALID')) form.setFieldError('pin', error.message)
    },
  })
  const pin = (name: 'pin' | 'confirmPin') => ({
    value: form.values[name],
    error: form.errors[name] as string | undefined,
    onChange: (value: string) => form.setFieldValue(name, value),
  })
  return (
    <form noValidate onSubmit={form.onSubmit(values => change.mutate(values))}>
      <div className={classes.fields}>
        {change.isError && !hasCode(change.error, 'WRONG_PASSWORD', 'PIN_INVALID') && (
          <ProblemAlert>
            {errorTextWithTime(change.error, 'The PIN could not be changed. Please try again.')}
          </ProblemAlert>
        )}
        <PasswordInput
          label="Account password"
          name="current-password"
          autoComplete="current-password"
          description="So that nobody else can change your PIN on an open phone."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          visibilityToggleButtonProps={visibilityToggle}
          data-autofocus
          {...form.getInputProps('password')}
        />
        <div className={classes.pair}>
          <PinInput label="New PIN" {...pin('pin')} />
          <PinInput label="Confirm new PIN" {...pin('confirmPin')} />
        </div>
      </div>
      <FormButtons
        label="Change PIN"
        workingLabel="Changing…"
        working={change.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
