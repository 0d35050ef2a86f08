import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Anchor, Button, PasswordInput, SimpleGrid, TextInput } from '@mantine/core'
import { errors } from '@muster/contract/errors.ts'
import type { SignUpMode } from '@muster/domain/sign-up.ts'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { hasCode } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { signUpModeTexts, useSignUpMode } from '../../lib/use-sign-up-mode.ts'
import { Form } from '../../ui/forms/form.tsx'
import { PasswordStrength } from '../../ui/forms/password-strength.tsx'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { visibilityToggleProps } from '../../ui/forms/visibility-toggle.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { ConsentNote } from '../consents/public.tsx'
import classes from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { type SignUpOptions, useSignUp } from './use-sign-up.ts'

export function SignUpScreen(props: SignUpOptions) {
  const { setupToken, invitation, zoneInvitation } = props
  const mode = useSignUpMode()
  const { form, problem, passwordMin, field, pin, submit, error, isPending } = useSignUp(props)
  const isSetup = setupToken !== undefined
  if (hasCode(error, 'INVALID_LINK')) return <InvalidLink of={isSetup ? 'setup' : 'invitation'} />
  // The server answers SIGN_UP_CLOSED if the operator closed sign-up while the form was open.
  const isClosed = mode === 'closed' || hasCode(error, 'SIGN_UP_CLOSED')
  const needsInvitation = mode === 'invited' && invitation === undefined && zoneInvitation === undefined
  if (!isSetup && isClosed) return <NoSignUp reason="closed" />
  if (!isSetup && (needsInvitation || hasCode(error, 'INVITATION_NEEDED')))
    return <NoSignUp reason="invited" />
  return (
    <AuthFrame
      title={isSetup ? t`Create the first super admin` : t`Create your account`}
      intro={
        isSetup
          ? t`This account manages all zones and people. The link works only once.`
          : t`It takes a minute. You choose a PIN for entering your zones.`
      }
    >
      <Form onSubmit={() => submit()}>
        {problem && <ProblemAlert>{problem}</ProblemAlert>}
        <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
          <TextInput
            label={t`First name`}
            autoComplete="given-name"
            maxLength={100}
            {...field('firstName')}
          />
          <TextInput label={t`Last name`} autoComplete="family-name" maxLength={100} {...field('lastName')} />
        </SimpleGrid>
        <TextInput
          label={t`Email`}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...field('email')}
        />
        <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
          <TextInput label={t`Phone`} type="tel" autoComplete="tel" maxLength={40} {...field('phone')} />
          <TextInput label={t`Date of birth`} type="date" autoComplete="bday" {...field('dateOfBirth')} />
        </SimpleGrid>
        <div>
          <PasswordInput
            label={t`Password`}
            autoComplete="new-password"
            description={t`At least ${passwordMin} characters.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            visibilityToggleButtonProps={visibilityToggleProps}
            {...field('password')}
          />
          <PasswordStrength password={form.values.password} min={passwordMin} />
        </div>
        <PasswordInput
          label={t`Confirm password`}
          autoComplete="new-password"
          visibilityToggleButtonProps={visibilityToggleProps}
          {...field('confirmPassword')}
        />
        <SimpleGrid minColWidth="12rem" autoFlow="auto-fit">
          <PinInput label={t`Zone entry PIN`} {...pin('pin')} />
          <PinInput label={t`Confirm PIN`} {...pin('confirmPin')} />
        </SimpleGrid>
        {isSetup && mode && <SignUpNote mode={mode} />}
        <ConsentNote place="sign_up" />
        <Button
          type="submit"
          fullWidth
          disabled={isPending}
          // Keeps the focus in the field: blurring it could show an error that moves the button, and the click would miss it.
          onMouseDown={event => event.preventDefault()}
        >
          {isPending ? t`Creating account…` : t`Create account`}
        </Button>
      </Form>
      <p className={classes.foot}>
        <Trans>
          Already have an account?{' '}
          <Anchor component={Link} to={paths.login} underline="always">
            Sign in
          </Anchor>
        </Trans>
      </p>
    </AuthFrame>
  )
}

const refusalTexts = {
  closed: { title: t`Sign-up is closed`, intro: i18n._(errors.SIGN_UP_CLOSED.text) },
  invited: { title: t`Sign-up by invitation`, intro: i18n._(errors.INVITATION_NEEDED.text) },
}

function NoSignUp({ reason }: { reason: keyof typeof refusalTexts }) {
  return (
    <AuthFrame {...refusalTexts[reason]}>
      <Button component={Link} to={paths.login} fullWidth>
        {t`Go to sign in`}
      </Button>
    </AuthFrame>
  )
}

const modeTitles = {
  open: t`Sign-up is open`,
  invited: t`Sign-up is by invitation`,
  closed: t`Sign-up is closed`,
}

function SignUpNote({ mode }: { mode: SignUpMode }) {
  const invited = 'SIGN_UP=invited'
  const closed = 'SIGN_UP=closed'
  const Icon = mode === 'open' ? IconAlertTriangle : IconInfoCircle
  return (
    <Alert
      color={mode === 'open' ? 'yellow' : 'blue'}
      icon={<Icon size="1.25rem" aria-hidden />}
      title={modeTitles[mode]}
    >
      {signUpModeTexts[mode]}
      {mode === 'open' && (
        <>
          {' '}
          <Trans>
            To change this, start Muster with {invited} or {closed}.
          </Trans>
        </>
      )}
    </Alert>
  )
}
