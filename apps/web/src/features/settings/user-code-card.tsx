import { ActionIcon, Button } from '@mantine/core'
import type { Profile } from '@muster/contract/auth.ts'
import { IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { QrCode } from '../../ui/sharing/qr-code.tsx'
import { notify } from '../../ui/toast/notify.ts'
import classes from './settings.module.css'
import { SettingsCard } from './settings-card.tsx'
import { rememberProfile } from './use-save-profile.ts'
import code from './user-code-card.module.css'

/** The same shape, nothing readable. */
const masked = (userCode: string) => userCode.replace(/(?<=-.*)[^-]/g, '•')

/** The code with which a zone manager adds this person to a zone. Hidden until one asks for it. */
export function UserCodeCard({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [shown, setShown] = useState(false)
  const [asking, setAsking] = useState(false)
  const { userCode } = profile

  const regenerate = async () => {
    const answer = await api.settings.regenerateUserCode()
    rememberProfile(client, old => ({ ...old, userCode: answer.userCode }))
    setShown(true)
  }
  return (
    <SettingsCard
      title="My User Code"
      text="Give it to a zone manager to be added to a zone. Show it only to people you trust."
    >
      <div className={code.row}>
        <span
          className={code.code}
          role="img"
          aria-label={shown ? `Your user code: ${userCode}` : 'Your user code, hidden'}
        >
          {shown ? userCode : masked(userCode)}
        </span>
        <ActionIcon
          aria-label={shown ? 'Hide code' : 'Show code'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <IconEyeOff size="1.25rem" aria-hidden /> : <IconEye size="1.25rem" aria-hidden />}
        </ActionIcon>
      </div>
      {shown && <QrCode text={userCode} label="Your user code as a QR code" />}
      <div className={classes.buttons}>
        <CopyButton
          text={userCode}
          label="Copy code"
          onDone={copied => {
            if (copied) notify.success('Code Copied', 'Send it to a zone manager, who adds you with it.')
            else notify.error('Copy Failed', 'Show the code and copy it by hand.')
          }}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size="1.125rem" aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Generate new code
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Generate a new code?"
        removes={['The code you have now, and every print of it: it stops working at once']}
        confirmLabel="Generate new code"
        workingLabel="Generating…"
        onConfirm={regenerate}
        done={['Code Regenerated', 'The old code no longer works. Give zone managers the new one.']}
        failure="Failed to regenerate code"
      >
        You keep the zones you belong to. To be added to another one you then need the new code.
      </ConfirmDialog>
    </SettingsCard>
  )
}
