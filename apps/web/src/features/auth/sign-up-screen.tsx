import { Anchor, Button, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { consentVersion } from '@muster/domain/consent.ts'
import type { SignUpForm } from '@muster/domain/sign-up.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { deviceToken } from '../../lib/device-token.ts'
import { hasCode } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { usePasswordMin } from '../../lib/use-password-min.ts'
import { useSignUpMode } from '../../lib/use-sign-up-mode.ts'
import { PasswordStrength } from '../../ui/forms/password-strength.tsx'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { visibilityToggle } from '../../ui/forms/visibility-toggle.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { ConsentNote } from '../consents/public.tsx'
import classes from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { NoSignUp } from './no-sign-up.tsx'
import { signUpDraft } from './sign-up-draft.ts'
import { signUpFailure } from './sign-up-failure.ts'
import { SignUpNote } from './sign-up-note.tsx'
import { allProblems, fieldProblem, firstProblem, type SignUpField } from './sign-up-rules.ts'

const inputId = (field: string) => `sign-up-${field}`

type Props = {
  /** The one-time token of a new installation: creates its first super admin, by the same rules. */
  setupToken?: string
  /** The token of an invitation link, where sign-up asks for one. */
  invitation?: string
  /** The account is made: go on. */
  onDone: () => void
}

/** Create an account. */
export function SignUpScreen({ setupToken, invitation, onDone }: Props) {
  const mode = useSignUpMode()
  const passwordMin = usePasswordMin()
  const [problem, setProblem] = useState<string>()
  const form = useMarkedForm<SignUpForm>({
    initialValues: { ...signUpDraft.load(), password: '', confirmPassword: '', pin: '', confirmPin: '' },
    onValuesChange: signUpDraft.keep,
    validate: values => allProblems(values, passwordMin),
  })

  /** Without a field it is said above the form. */
  const refuse = (text: string, field?: SignUpField) => {
    if (!field) return setProblem(text)
    form.refuse(field, text)
  }
  const signUp = useAct({
    call: ({ confirmPassword: _, confirmPin: __, ...form }: SignUpForm) => {
      const input = { ...form, consentVersion }
      return setupToken === undefined
        ? api.auth.signUp({ ...input, invitation })
        : api.auth.setUpFirstAdmin({ ...input, setupToken })
    },
    onDone: ({ session, deviceToken: known }) => {
      signUpDraft.forget()
      deviceToken.keep(known)
      if (session) sessionStore.set(session)
      onDone()
    },
    done: ({ session }) => [
      'Account Created',
      session
        ? 'Account created successfully! Welcome to Muster.'
        : 'Please check your email to confirm your account.',
    ],
    onError: error => {
      if (hasCode(error, 'INVALID_LINK', 'SIGN_UP_CLOSED', 'INVITATION_NEEDED')) return
      const { text, field } = signUpFailure(error)
      refuse(text, field)
      notifyFailure('Sign Up Error', text)
    },
  })
  const submit = () => {
    setProblem(undefined)
    const values = form.getValues()
    form.validate()
    const wrong = firstProblem(values, passwordMin)
    if (wrong) return document.getElementById(inputId(wrong.field))?.focus()
    signUp.mutate({
      ...values,
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      email: values.email.trim(),
    })
  }
  const field = (name: SignUpField) => {
    const { onBlur, ...props } = form.getInputProps(name)
    return {
      ...props,
      id: inputId(name),
      required: true,
      withAsterisk: false,
      onBlur: (event: unknown) => {
        onBlur?.(event)
        form.setFieldError(name, fieldProblem(form.getValues(), name, passwordMin))
      },
    }
  }
  const pin = (name: 'pin' | 'confirmPin') => ({
    id: inputId(name),
    value: form.values[name],
    error: form.errors[name] as string | undefined,
    onChange: (value: string) => form.setFieldValue(name, value),
    onBlur: () => form.setFieldError(name, fieldProblem(form.getValues(), name, passwordMin)),
  })

  const isSetup = setupToken !== undefined
  if (hasCode(signUp.error, 'INVALID_LINK')) return <InvalidLink of={isSetup ? 'setup' : 'invitation'} />
  // Refused although the page offered it: the operator closed sign-up while the form stood open.
  const isClosed = mode === 'closed' || hasCode(signUp.error, 'SIGN_UP_CLOSED')
  const needsInvitation = mode === 'invited' && invitation === undefined
  if (!isSetup && isClosed) return <NoSignUp reason="closed" />
  if (!isSetup && (needsInvitation || hasCode(signUp.error, 'INVITATION_NEEDED')))
    return <NoSignUp reason="invited" />
  return (
    <AuthFrame
      title={isSetup ? 'Create the first super admin' : 'Create your account'}
      intro={
        isSetup
          ? 'This account manages all zones and people of this installation. The link works once.'
          : 'It takes a minute. You choose a PIN for entering your zones.'
      }
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          {problem && <ProblemAlert>{problem}</ProblemAlert>}
          <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
            <TextInput label="First name" autoComplete="given-name" maxLength={100} {...field('firstName')} />
            <TextInput label="Last name" autoComplete="family-name" maxLength={100} {...field('lastName')} />
          </SimpleGrid>
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...field('email')}
          />
          <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
            <TextInput label="Phone" type="tel" autoComplete="tel" maxLength={40} {...field('phone')} />
            <TextInput label="Date of birth" type="date" autoComplete="bday" {...field('dateOfBirth')} />
          </SimpleGrid>
          <div>
            <PasswordInput
              label="Password"
              autoComplete="new-password"
              description={`At least ${passwordMin} characters.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              visibilityToggleButtonProps={visibilityToggle}
              {...field('password')}
            />
            <PasswordStrength password={form.values.password} min={passwordMin} />
          </div>
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            visibilityToggleButtonProps={visibilityToggle}
            {...field('confirmPassword')}
          />
          <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
            <PinInput label="Zone entry PIN" {...pin('pin')} />
            <PinInput label="Confirm PIN" {...pin('confirmPin')} />
          </SimpleGrid>
          {isSetup && mode && <SignUpNote mode={mode} />}
          <ConsentNote act="creating your account" />
          <Button
            type="submit"
            fullWidth
            disabled={signUp.isPending}
            // Else the field is left while the button is pressed, its error moves the button away, and nothing is sent.
            onMouseDown={event => event.preventDefault()}
          >
            {signUp.isPending ? 'Creating account…' : 'Create account'}
          </Button>
        </Stack>
      </form>
      <p className={classes.foot}>
        Already have an account?{' '}
        <Anchor component={Link} to={paths.login} underline="always">
          Sign in
        </Anchor>
      </p>
    </AuthFrame>
  )
}
