import { t } from '@lingui/core/macro'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { deviceToken } from '../../lib/device-token.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import {
  canUsePasskeys,
  getPasskeyAssertion,
  PasskeyNotConfirmedError,
  supportsPasskeys,
} from '../../lib/webauthn.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'

type SignInResult = Awaited<ReturnType<typeof api.auth.signInWithPasskey>>
type Props = { disabled: boolean; onSignedIn: (answer: SignInResult) => void }

async function signIn(): Promise<SignInResult> {
  const { ticket, options } = await api.auth.beginPasskeySignIn()
  return api.auth.signInWithPasskey({
    ticket,
    made: await getPasskeyAssertion(options),
    deviceToken: deviceToken.get(),
  })
}

const failureText = (error: unknown) =>
  error instanceof PasskeyNotConfirmedError
    ? t`No passkey was confirmed. Try again or use your password.`
    : errorTextWithTime(error, t`An unexpected error occurred`)

/** Until it is known whether passkeys work here, its place is kept free, so that the page does not shift. */
export function PasskeySignIn({ disabled, onSignedIn }: Props) {
  const settings = useQuery(orpc.auth.settings.queryOptions())
  const passkeySignIn = useAct({
    call: signIn,
    onDone: onSignedIn,
    failed: error => [t`Login Error`, failureText(error)],
  })
  const isUnknown = settings.isPending && settings.fetchStatus === 'fetching'
  if (isUnknown ? !supportsPasskeys() : !canUsePasskeys(settings.data?.passkeysAt)) return null
  return (
    <Button
      variant="default"
      fullWidth
      style={{ visibility: isUnknown ? 'hidden' : undefined }}
      icon={IconFingerprint}
      disabled={disabled || passkeySignIn.isPending}
      onClick={() => passkeySignIn.mutate()}
    >
      {passkeySignIn.isPending ? t`Continue on your device…` : t`Sign in with a passkey`}
    </Button>
  )
}
