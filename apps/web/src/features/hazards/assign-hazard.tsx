import { t } from '@lingui/core/macro'
import type { Hazard } from '@muster/contract/hazards.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { inDialogAbout } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import type { SearchResult } from '../../ui/forms/searchable-select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { AssigneeSelect } from './assignee-select.tsx'
import { DueField, useDueField } from './due-field.tsx'

export function AssignHazard({ hazard }: { hazard: Hazard }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        icon={IconUserCheck}
        onClick={() => setOpened(true)}
        style={{ alignSelf: 'flex-start' }}
      >
        {hazard.assignee ? t`Reassign` : t`Assign`}
      </Button>
      <AssignDialog hazard={opened ? hazard : undefined} onClose={() => setOpened(false)} />
    </>
  )
}

/** Assigns a hazard to a member of the zone or to nobody, with an optional due time. */
export const AssignDialog = inDialogAbout('hazard', AssignForm, { title: t`Assign hazard` })

function AssignForm({ hazard, onClose }: { hazard: Hazard; onClose: () => void }) {
  const { zoneId, id: hazardId } = hazard
  const [assignee, setAssignee] = useState(currentAssignee(hazard))
  const due = useDueField(hazard.dueAt)
  const assign = useAct({
    call: () => api.hazards.assign({ zoneId, hazardId, userId: assignee?.id ?? null, dueAt: due.dueAt }),
    onDone: onClose,
    done: t`Assignment saved`,
    invalidates: [orpc.hazards.key()],
  })
  return (
    <ActForm
      form={{ act: assign, submit: () => due.check() && assign.mutate(), onClose }}
      label={t`Save`}
      workingLabel={t`Saving…`}
      failed={t`The assignment couldn’t be saved. Try again.`}
    >
      <AssigneeSelect zoneId={zoneId} hazardId={hazardId} chosen={assignee} onPick={setAssignee} />
      <DueField field={due} />
    </ActForm>
  )
}

const currentAssignee = ({ assignee }: Hazard): SearchResult | undefined =>
  assignee?.id ? { id: assignee.id, name: assignee.name } : undefined
