import { t } from '@lingui/core/macro'
import { Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { ChangePinForm } from '../auth/public.ts'
import { Passkeys } from '../passkeys/public.tsx'
import { TwoStep } from '../two-step/public.tsx'
import { PasswordCard } from './password-card.tsx'
import { SettingsCard } from './settings-card.tsx'
import { SettingsFrame } from './settings-frame.tsx'

/** Changes the four-digit PIN with which the person enters their zones. */
function PinCard() {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <SettingsCard
      title={t`Zone entry PIN`}
      text={t`The four digits you enter your zones with. Wrong attempts lock the PIN for 15 minutes. Too many in a day lock it until a zone manager resets it. Changing a locked PIN doesn’t unlock it.`}
    >
      <Group gap="xs">
        <Button variant="default" icon={IconLock} onClick={() => setOpened(true)}>
          {t`Change PIN`}
        </Button>
      </Group>
      <ResponsiveDialog opened={opened} onClose={close} title={t`Change zone entry PIN`}>
        <ChangePinForm
          onCancel={close}
          onChanged={() => {
            notify.success(t`PIN changed`, t`Use the new PIN the next time you enter a zone.`)
            close()
          }}
        />
      </ResponsiveDialog>
    </SettingsCard>
  )
}

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
