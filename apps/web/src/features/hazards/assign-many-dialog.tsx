import { plural, t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import type { Hazard } from '@muster/contract/hazards.ts'
import { useState } from 'react'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import type { SearchResult } from '../../ui/forms/searchable-select.tsx'
import { AssigneeSelect } from './assignee-select.tsx'
import { useChangeHazards } from './change-hazards.ts'

type Props = { hazards: readonly Hazard[]; onClose: () => void; onDone: () => void }

export const AssignManyDialog = inDialog(AssignManyForm, {
  title: form => t`${plural(form.hazards.length, { one: 'Assign # hazard', other: 'Assign # hazards' })}`,
})

function AssignManyForm({ hazards, onClose, onDone }: Props) {
  const [assignee, setAssignee] = useState<SearchResult>()
  const change = useChangeHazards({
    onDone: () => {
      onClose()
      onDone()
    },
  })
  const zoneId = hazards[0]?.zoneId
  return (
    <ActForm
      form={{
        act: change,
        submit: () => assignee && change.mutate({ hazards, change: { assigneeId: assignee.id } }),
        onClose,
      }}
      label={t`Assign`}
      workingLabel={t`Saving…`}
      disabled={!assignee}
      buttons={
        hazards.some(hazard => hazard.assignee) && (
          <Button
            variant="subtle"
            color="gray"
            disabled={change.isPending}
            onClick={() => change.mutate({ hazards, change: { assigneeId: null } })}
          >
            {t`Remove assignees`}
          </Button>
        )
      }
    >
      <Stack>
        {zoneId && (
          <AssigneeSelect zoneId={zoneId} hazardId={undefined} chosen={assignee} onPick={setAssignee} />
        )}
      </Stack>
    </ActForm>
  )
}
