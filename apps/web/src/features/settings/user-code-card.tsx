import { t } from '@lingui/core/macro'
import { ActionIcon, Group, Paper } from '@mantine/core'
import type { Profile } from '@muster/contract/auth.ts'
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { QrCode } from '../../ui/sharing/qr-code.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { SettingsCard } from './settings-card.tsx'
import { updateCachedProfile } from './use-save-profile.ts'

/** Masks a user code, keeping its prefix and shape. */
const maskCode = (userCode: string) => userCode.replace(/(?<=-.*)[^-]/g, '•')

/** The code with which a zone manager adds this person to a zone, hidden until requested. Can be copied and replaced. */
export function UserCodeCard({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [isShown, setIsShown] = useState(false)
  const confirming = useDialog()
  const { userCode } = profile

  const regenerate = async () => {
    const response = await api.settings.regenerateUserCode()
    updateCachedProfile(client, previous => ({ ...previous, userCode: response.userCode }))
    setIsShown(true)
  }
  return (
    <SettingsCard
      title={t`My User Code`}
      text={t`Zone managers use it to add you to a zone. Show it only to people you trust.`}
    >
      <Group gap={4}>
        <Paper
          component="span"
          px="sm"
          py="xs"
          bd="1px dashed var(--m-line-strong)"
          fz="md"
          fw={600}
          lts="0.04em"
          style={{ whiteSpace: 'nowrap' }}
          role="img"
          aria-label={isShown ? t`Your user code: ${userCode}` : t`Your user code, hidden`}
        >
          {isShown ? userCode : maskCode(userCode)}
        </Paper>
        <ActionIcon
          aria-label={isShown ? t`Hide code` : t`Show code`}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <IconEyeOff size="1.25rem" aria-hidden /> : <IconEye size="1.25rem" aria-hidden />}
        </ActionIcon>
      </Group>
      {isShown && <QrCode text={userCode} label={t`Your user code as a QR code`} />}
      <Group gap="xs">
        <CopyButton
          text={userCode}
          label={t`Copy code`}
          onDone={copied => {
            if (copied) notify.success(t`Code Copied`, t`Send it to a zone manager so they can add you.`)
            else notify.error(t`Copy Failed`, t`Show the code and copy it manually.`)
          }}
        />
        <Button variant="default" icon={IconRefresh} onClick={confirming.open}>
          {t`Generate new code`}
        </Button>
      </Group>
      <ConfirmDialog
        {...confirming.props}
        title={t`Generate a new code?`}
        removes={[t`Your current code and every printout of it stop working immediately`]}
        confirmLabel={t`Generate new code`}
        workingLabel={t`Generating…`}
        onConfirm={regenerate}
        done={[t`Code Regenerated`, t`The old code no longer works. Give zone managers the new one.`]}
        failure={t`Failed to regenerate code`}
      >
        {t`You’ll keep your zones. To be added to another zone, you’ll need the new code.`}
      </ConfirmDialog>
    </SettingsCard>
  )
}
