import { plural, t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { Hazard } from '@muster/contract/hazards.ts'
import { useState } from 'react'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import type { SearchResult } from '../../ui/forms/searchable-select.tsx'
import { AssigneeSelect } from './assignee-select.tsx'
import { useChangeHazards } from './change-hazards.ts'

type Props = { hazards: readonly Hazard[]; opened: boolean; onClose: () => void; onDone: () => void }

/** Assigns several hazards of one zone to the same person, or to nobody. */
export function AssignManyDialog({ opened, ...form }: Props) {
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={form.onClose}
      title={t`${plural(form.hazards.length, { one: 'Assign # notification', other: 'Assign # notifications' })}`}
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
    <Form onSubmit={() => change.mutate({ hazards, change: { assigneeId: assignee?.id ?? null } })}>
      <Stack>
        {zoneId && (
          <AssigneeSelect zoneId={zoneId} hazardId={undefined} chosen={assignee} onPick={setAssignee} />
        )}
      </Stack>
      <FormButtons
        label={assignee ? t`Assign` : t`Remove assignees`}
        workingLabel={t`Saving…`}
        working={change.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}
