import { ph, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Name } from '../../ui/people/name.tsx'

export function RecallButton({ broadcast }: { broadcast: BroadcastDetail }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size="1.125rem" className="points" aria-hidden />}
        onClick={() => setOpened(true)}
      >
        <Trans>Recall</Trans>
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t`Recall this broadcast?`}
        confirmLabel={t`Recall`}
        workingLabel={t`Recalling…`}
        onConfirm={() => api.broadcasts.recall({ broadcastId: broadcast.id })}
        failure={t`The broadcast couldn’t be recalled. Try again.`}
        done={t`Broadcast recalled`}
        invalidates={[orpc.broadcasts.key()]}
      >
        <Trans>
          “<Name>{ph({ title: broadcast.title })}</Name>” won’t be sent.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
