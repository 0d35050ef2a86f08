import { Button, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { ChangePinForm } from '../auth/public.ts'
import { SettingsCard } from './settings-card.tsx'

/** The four-digit PIN that opens the person's zones. */
export function PinCard() {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <SettingsCard
      title="Zone entry PIN"
      text="The four digits that open your zones. Wrong tries lock it for 15 minutes, too many in a day until a zone manager resets it. A new PIN does not open a locked one."
    >
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconLock size="1.125rem" aria-hidden />}
          onClick={() => setOpened(true)}
        >
          Change PIN
        </Button>
      </Group>
      <ResponsiveDialog opened={opened} onClose={close} title="Change zone entry PIN">
        <ChangePinForm
          onCancel={close}
          onChanged={() => {
            notify.success('PIN changed', 'Use the new PIN the next time you enter a zone.')
            close()
          }}
        />
      </ResponsiveDialog>
    </SettingsCard>
  )
}
