import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import { isAppCode, plainCode } from '@muster/domain/two-step.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { api } from '../../lib/api.ts'
import { deviceToken } from '../../lib/device-token.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'

type SignedIn = Awaited<ReturnType<typeof api.auth.finishSignIn>>

type Props = {
  /** The pending token from the server after a correct password. */
  pending: string
  onSignedIn: (answer: SignedIn) => void
  /** Returns to email and password. `expired`: the step timed out. */
  onBack: (expired: boolean) => void
}

/** The second step: the code of the authenticator app or, if the phone is not available, a recovery code. */
export function SecondStepForm({ pending, onSignedIn, onBack }: Props) {
  const [withRecovery, setWithRecovery] = useState(false)
  const [code, setCode] = useState('')
  const field = useId()
  const finish = useAct({
    call: (typed: string) => api.auth.finishSignIn({ pending, code: typed, deviceToken: deviceToken.get() }),
    onDone: onSignedIn,
    onError: error => {
      if (hasCode(error, 'SIGN_IN_EXPIRED')) onBack(true)
      if (hasCode(error, 'SECOND_STEP_WRONG') && !withRecovery) setCode('')
    },
  })
  const isWrong = hasCode(finish.error, 'SECOND_STEP_WRONG')
  const problem = isWrong && !finish.isPending ? finish.error?.message : undefined
  const complete = withRecovery ? plainCode(code).length > 0 : isAppCode(code)
  const { isPending } = finish
  // Focus the field at the start, after a wrong code, and when the kind of code changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code has a field of its own, which takes the focus
  useEffect(() => {
    if (!isPending) document.getElementById(field)?.focus()
  }, [field, isPending, withRecovery])
  const send = (typed: string) => {
    if (!finish.isPending) finish.mutate(typed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (complete) send(code)
  }
  const change = () => {
    setWithRecovery(!withRecovery)
    setCode('')
    finish.reset()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {finish.isError && !isWrong && (
          <ProblemAlert>{errorTextWithTime(finish.error, t`An unexpected error occurred`)}</ProblemAlert>
        )}
        {withRecovery ? (
          <TextInput
            key="recovery"
            id={field}
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
            id={field}
            label={t({ message: 'Code', context: 'one-time code of an app' })}
            help={t`The six-digit code your authenticator app shows for Muster.`}
            length={6}
            masked={false}
            value={code}
            onChange={setCode}
            onComplete={send}
            error={problem}
            disabled={finish.isPending}
          />
        )}
        <Button type="submit" fullWidth disabled={finish.isPending || !complete}>
          {finish.isPending ? t`Signing in...` : t`Sign In`}
        </Button>
        <Button variant="subtle" fullWidth onClick={change}>
          {withRecovery ? t`Use a code from the app` : t`Use a recovery code`}
        </Button>
        <Button variant="subtle" fullWidth onClick={() => onBack(false)}>
          <Trans>Sign in with another account</Trans>
        </Button>
      </Stack>
    </form>
  )
}
