import { t } from '@lingui/core/macro'
import { Group, PasswordInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { usePasswordMin } from '../../lib/use-password-min.ts'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import {
  createPasswordRules,
  type NewPassword,
  NewPasswordFields,
} from '../../ui/forms/new-password-fields.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { visibilityToggleProps } from '../../ui/forms/visibility-toggle.ts'
import { hasOtherAccess, LeftAccess, WithPassword } from '../auth/public.ts'
import { SettingsCard } from './settings-card.tsx'

/** Changes the password, which signs out all other devices. */
export function PasswordCard({ email }: { email: string }) {
  const [opened, setOpened] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const close = () => setOpened(false)
  return (
    <SettingsCard title={t`Password`} text={t`Changing your password signs you out on all other devices.`}>
      <WithPassword>
        <Group gap="xs">
          <Button
            variant="default"
            icon={IconKey}
            onClick={() => {
              setIsChanged(false)
              setOpened(true)
            }}
          >
            {t`Change password`}
          </Button>
        </Group>
      </WithPassword>
      <ResponsiveDialog
        opened={opened}
        onClose={close}
        title={isChanged ? t`Password changed` : t`Change password`}
      >
        {isChanged ? (
          <LeftAccess onDone={close} />
        ) : (
          <PasswordForm email={email} onClose={close} onChanged={() => setIsChanged(true)} />
        )}
      </ResponsiveDialog>
    </SettingsCard>
  )
}

type PasswordFormValues = NewPassword & { currentPassword: string }

type FormProps = { email: string; onClose: () => void; onChanged: () => void }

function PasswordForm({ email, onClose, onChanged }: FormProps) {
  const client = useQueryClient()
  const passwordMin = usePasswordMin()
  const form = useActForm({
    values: (): PasswordFormValues => ({ currentPassword: '', password: '', confirmPassword: '' }),
    validate: {
      currentPassword: value => (value === '' ? t`Your current password is required` : null),
      ...createPasswordRules(passwordMin),
    },
    call: async ({ currentPassword, password }) => {
      await api.auth.changePassword({ currentPassword, newPassword: password })
      return hasOtherAccess(client)
    },
    onDone: hasOther => (hasOther ? onChanged() : onClose()),
    done: hasOther => (hasOther ? undefined : [t`Password changed`, t`Your other devices are signed out.`]),
    refused: {
      WRONG_PASSWORD: 'currentPassword',
      PASSWORD_TOO_SHORT: 'password',
      PASSWORD_COMMON: 'password',
    },
  })
  return (
    <ActForm
      form={form}
      label={t`Change password`}
      workingLabel={t`Changing…`}
      onCancel={onClose}
      failed={t`The password couldn’t be changed. Try again.`}
    >
      {/* Shows password managers which account the password belongs to. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={t`Current password`}
        name="current-password"
        autoComplete="current-password"
        visibilityToggleButtonProps={visibilityToggleProps}
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
      <NewPasswordFields form={form} min={passwordMin} />
    </ActForm>
  )
}
