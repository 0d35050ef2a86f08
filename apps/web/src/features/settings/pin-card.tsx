import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { ChangePinForm } from '../auth/public.ts'
import { SettingsCard } from './settings-card.tsx'

/** Changes the four-digit PIN with which the person enters their zones. */
export function PinCard() {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <SettingsCard
      title={t`Zone entry PIN`}
      text={t`The four digits you enter your zones with. Wrong attempts lock the PIN for 15 minutes. Too many in a day lock it until a zone manager resets it. Changing a locked PIN doesn’t unlock it.`}
    >
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconLock size="1.125rem" aria-hidden />}
          onClick={() => setOpened(true)}
        >
          <Trans>Change PIN</Trans>
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
