import { Button } from '@mantine/core'
import type { BroadcastDetail } from '@muster/contract/broadcasts.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

/** Ends an urgent question. */
export function EndQuestionButton({ broadcast }: { broadcast: BroadcastDetail }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCircleCheck size="1.125rem" aria-hidden />}
        onClick={() => setOpened(true)}
      >
        End question
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="End this question?"
        confirmLabel="End question"
        workingLabel="Ending…"
        onConfirm={() => api.broadcasts.endQuestion({ broadcastId: broadcast.id })}
        failure="The question could not be ended. Please try again."
        done="Question ended"
        invalidates={[orpc.broadcasts.key()]}
      >
        “{broadcast.title}” is no longer shown on the screens of people who have not answered. They can still
        answer it in the broadcast.
      </ConfirmDialog>
    </>
  )
}
