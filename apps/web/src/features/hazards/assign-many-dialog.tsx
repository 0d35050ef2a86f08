import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import type { Hazard } from '@muster/contract/hazards.ts'
import { useState } from 'react'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import type { SearchResult } from '../../ui/forms/searchable-select.tsx'
import { AssigneeSelect } from './assignee-select.tsx'
import { useChangeHazards } from './change-hazards.ts'

type Props = { hazards: readonly Hazard[]; opened: boolean; onClose: () => void; onDone: () => void }

export function AssignManyDialog({ opened, ...form }: Props) {
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={form.onClose}
      title={t`${plural(form.hazards.length, { one: 'Assign # hazard', other: 'Assign # hazards' })}`}
    >
      <AssignManyForm {...form} />
    </ResponsiveDialog>
  )
}

function AssignManyForm({ hazards, onClose, onDone }: Omit<Props, 'opened'>) {
  const [assignee, setAssignee] = useState<SearchResult>()
  const change = useChangeHazards({
    onDone: () => {
      onClose()
      onDone()
    },
  })
  const zoneId = hazards[0]?.zoneId
  return (
    <Form
      onSubmit={() => {
        if (assignee) change.mutate({ hazards, change: { assigneeId: assignee.id } })
      }}
    >
      <Stack>
        {zoneId && (
          <AssigneeSelect zoneId={zoneId} hazardId={undefined} chosen={assignee} onPick={setAssignee} />
        )}
      </Stack>
      <FormButtons
        label={t`Assign`}
        workingLabel={t`Saving…`}
        working={change.isPending}
        disabled={!assignee}
        onCancel={onClose}
      >
        {hazards.some(hazard => hazard.assignee) && (
          <Button
            variant="subtle"
            color="gray"
            disabled={change.isPending}
            onClick={() => change.mutate({ hazards, change: { assigneeId: null } })}
          >
            <Trans>Remove assignees</Trans>
          </Button>
        )}
      </FormButtons>
    </Form>
  )
}
