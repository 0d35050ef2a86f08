import { plural, t } from '@lingui/core/macro'
import { PasswordInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { getNewPasswordProblem } from '../../lib/password-rules.ts'
import { PasswordStrength } from './password-strength.tsx'
import { visibilityToggleProps } from './visibility-toggle.ts'

export type NewPassword = { password: string; confirmPassword: string }

/** Returns the rules for the two fields, as `useForm` expects them. */
export function createPasswordRules(min: number) {
  return {
    password: (value: string) => getNewPasswordProblem(value, min),
    confirmPassword: (value: string, { password }: NewPassword) =>
      value === password ? null : t`Passwords do not match`,
  }
}

type Props<Form extends NewPassword> = { form: UseFormReturnType<Form>; min: number; disabled?: boolean }

/** Fields for a new password, typed twice, with a strength hint. */
export function NewPasswordFields<Form extends NewPassword>({ form, min, disabled }: Props<Form>) {
  return (
    <>
      <div>
        <PasswordInput
          label={t`New password`}
          name="new-password"
          autoComplete="new-password"
          description={t`At least ${plural(min, { one: '# character', other: '# characters' })}.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          visibilityToggleButtonProps={visibilityToggleProps}
          disabled={disabled}
          {...form.getInputProps('password')}
        />
        <PasswordStrength password={form.values.password} min={min} />
      </div>
      <PasswordInput
        label={t`Confirm new password`}
        name="confirm-password"
        autoComplete="new-password"
        visibilityToggleButtonProps={visibilityToggleProps}
        disabled={disabled}
        {...form.getInputProps('confirmPassword')}
      />
    </>
  )
}
