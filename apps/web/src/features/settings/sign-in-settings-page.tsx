import { t } from '@lingui/core/macro'
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
    <SettingsFrame
      at={paths.settingsSignIn}
      columns={[
        [
          { id: 'password', title: t`Password`, card: <PasswordCard email={email} /> },
          { id: 'pin', title: t`Zone entry PIN`, card: <PinCard /> },
        ],
        [
          {
            id: 'two-step',
            title: t`Two-step sign-in`,
            card: (
              <SettingsCard
                title={t`Two-step sign-in`}
                text={t`Adds a code from your phone when you sign in, so nobody can sign in with your password alone.`}
              >
                <TwoStep />
              </SettingsCard>
            ),
          },
          {
            id: 'passkeys',
            title: t`Passkeys`,
            card: (
              <SettingsCard
                title={t`Passkeys`}
                text={t`Sign in with your fingerprint, face or device PIN. A passkey replaces both password and code.`}
              >
                <Passkeys />
              </SettingsCard>
            ),
          },
        ],
      ]}
    />
  )
}
