import { t } from '@lingui/core/macro'
import { Button, TextInput } from '@mantine/core'
import { isAppCode, normalizeCode } from '@muster/domain/two-step.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { deviceToken } from '../../lib/device-token.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { Form } from '../../ui/forms/form.tsx'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'

type SignInResult = Awaited<ReturnType<typeof api.auth.finishSignIn>>

type Props = {
  /** The pending token from the server after a correct password. */
  pending: string
  onSignedIn: (answer: SignInResult) => void
  /** Returns to email and password. `problem`: the step timed out, in the words of the server. */
  onBack: (problem?: string) => void
}

export function SecondStepForm({ pending, onSignedIn, onBack }: Props) {
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  const [code, setCode] = useState('')
  const fieldId = useId()
  const finish = useAct({
    call: (typedCode: string) =>
      api.auth.finishSignIn({ pending, code: typedCode, deviceToken: deviceToken.get() }),
    onDone: onSignedIn,
    onError: error => {
      if (hasCode(error, 'SIGN_IN_EXPIRED')) onBack(error.message)
      if (hasCode(error, 'SECOND_STEP_WRONG') && !usesRecoveryCode) setCode('')
    },
  })
  const isWrong = hasCode(finish.error, 'SECOND_STEP_WRONG')
  const problem = isWrong && !finish.isPending ? finish.error?.message : undefined
  const isComplete = usesRecoveryCode ? normalizeCode(code).length > 0 : isAppCode(code)
  const { isPending } = finish
  // Focus the field at the start, after a wrong code, and when the kind of code changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code has a field of its own, which takes the focus
  useEffect(() => {
    if (!isPending) document.getElementById(fieldId)?.focus()
  }, [fieldId, isPending, usesRecoveryCode])
  const submitCode = (typedCode: string) => {
    if (!finish.isPending) finish.mutate(typedCode)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) submitCode(code)
  }
  const switchMethod = () => {
    setUsesRecoveryCode(!usesRecoveryCode)
    setCode('')
    finish.reset()
  }
  return (
    <Form onSubmit={submit}>
      {finish.isError && !isWrong && (
        <ProblemAlert>{errorTextWithTime(finish.error, t`An unexpected error occurred`)}</ProblemAlert>
      )}
      {usesRecoveryCode ? (
        <TextInput
          key="recovery"
          id={fieldId}
          label={t`Recovery code`}
          description={t`One of the codes you saved when you set up two-step sign-in. Each works once.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
          error={problem}
        />
      ) : (
        <PinInput
          id={fieldId}
          label={t({ message: 'Code', context: 'one-time code of an app' })}
          help={t`The six-digit code your authenticator app shows for Muster.`}
          length={6}
          masked={false}
          value={code}
          onChange={setCode}
          onComplete={submitCode}
          error={problem}
          disabled={finish.isPending}
        />
      )}
      <Button type="submit" fullWidth disabled={finish.isPending || !isComplete}>
        {finish.isPending ? t`Signing in...` : t`Sign In`}
      </Button>
      <Button variant="subtle" fullWidth onClick={switchMethod}>
        {usesRecoveryCode ? t`Use a code from the app` : t`Use a recovery code`}
      </Button>
      <Button variant="subtle" fullWidth onClick={() => onBack()}>
        {t`Sign in with another account`}
      </Button>
    </Form>
  )
}
