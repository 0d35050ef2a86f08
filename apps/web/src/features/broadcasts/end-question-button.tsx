import { ph, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Name } from '../../ui/people/name.tsx'

export function EndQuestionButton({ broadcast }: { broadcast: BroadcastDetail }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" icon={IconCircleCheck} onClick={() => setOpened(true)}>
        {t`End question`}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t`End this question?`}
        confirmLabel={t`End question`}
        workingLabel={t`Ending…`}
        onConfirm={() => api.broadcasts.endQuestion({ broadcastId: broadcast.id })}
        failure={t`The question couldn’t be ended. Try again.`}
        done={t`Question ended`}
        invalidates={[orpc.broadcasts.key()]}
      >
        <Trans>
          “<Name>{ph({ title: broadcast.title })}</Name>” will no longer appear on the screens of people who
          haven’t answered. They can still answer in the broadcast.
        </Trans>
      </ConfirmDialog>
    </>
  )
}
