import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Passkeys } from '../passkeys/public.tsx'
import { TwoStep } from '../two-step/public.tsx'
import { PasswordCard } from './password-card.tsx'
import { PinCard } from './pin-card.tsx'
import { SettingsCard } from './settings-card.tsx'
import { SettingsFrame } from './settings-frame.tsx'

/** The person's ways to sign in, and the PIN with which they enter zones. */
export function SignInSettingsPage() {
  const { email } = useMe()
  return (
    <SettingsFrame at={paths.settingsSignIn}>
      <Stack gap="var(--m-gap)" miw={0}>
        <PasswordCard email={email} />
        <PinCard />
      </Stack>
      <Stack gap="var(--m-gap)" miw={0}>
        <SettingsCard
          title={t`Two-step sign-in`}
          text={t`Adds a code from your phone when you sign in, so nobody can sign in with your password alone.`}
        >
          <TwoStep />
        </SettingsCard>
        <SettingsCard
          title={t`Passkeys`}
          text={t`Sign in with your fingerprint, face or device PIN. A passkey replaces both password and code.`}
        >
          <Passkeys />
        </SettingsCard>
      </Stack>
    </SettingsFrame>
  )
}
