import { plural, t } from '@lingui/core/macro'
import type { Hazard } from '@muster/contract/hazards.ts'
import { type HazardStatus, isStep } from '@muster/domain/hazard.ts'
import { IconCheck, IconClock, IconPlayerPlay, IconUserCheck } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import type { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { SelectionBar } from '../../ui/layout/selection-bar.tsx'
import { AssignManyDialog } from './assign-many-dialog.tsx'
import { getChangeFailureText, useChangeHazards } from './change-hazards.ts'
import { DueManyDialog } from './due-many-dialog.tsx'

/** Dialogs about the hazards that were selected when the dialog opened; later changes of the selection do not affect it. */
export type BulkDialogs = ReturnType<typeof useDialogs<'assign' | 'due' | 'close', readonly Hazard[]>>

type Props = {
  hazards: readonly Hazard[]
  bulk: BulkDialogs
  onNone: () => void
}

export const assignZonesText = t`Select hazards from a single zone to assign them.`

/** Only hazards of one zone can be assigned together, because the assignee is one of its members. */
export const areInOneZone = (hazards: readonly Hazard[]) =>
  new Set(hazards.map(({ zoneId }) => zoneId)).size === 1

export function HazardsBar({ hazards, bulk, onNone }: Props) {
  const change = useChangeHazards({ onDone: onNone })
  const startable = filterSteppable(hazards, 'in_progress')
  const closable = filterSteppable(bulk.about ?? [], 'closed')
  const mayAssign = areInOneZone(hazards)
  return (
    <>
      <SelectionBar count={hazards.length} onNone={onNone}>
        <Button
          variant="default"
          icon={IconUserCheck}
          disabled={!mayAssign}
          title={mayAssign ? undefined : assignZonesText}
          onClick={() => bulk.open('assign', hazards)}
        >
          {t`Assign`}
        </Button>
        <Button variant="default" icon={IconClock} onClick={() => bulk.open('due', hazards)}>
          {t`Set due time`}
        </Button>
        <Button
          variant="default"
          icon={IconPlayerPlay}
          disabled={startable.length === 0}
          loading={change.isPending}
          onClick={() => change.mutate({ hazards: startable, change: { status: 'in_progress' } })}
        >
          {t`Start work`}
        </Button>
        <Button
          variant="default"
          icon={IconCheck}
          disabled={filterSteppable(hazards, 'closed').length === 0}
          onClick={() => bulk.open('close', hazards)}
        >
          {t`Mark as closed`}
        </Button>
      </SelectionBar>
      <AssignManyDialog hazards={bulk.about ?? []} {...bulk.props('assign')} onDone={onNone} />
      <DueManyDialog hazards={bulk.about ?? []} {...bulk.props('due')} onDone={onNone} />
      <ConfirmDialog
        {...bulk.props('close')}
        title={t`${plural(closable.length, { one: 'Close # hazard?', other: 'Close # hazards?' })}`}
        confirmLabel={t`Mark as closed`}
        workingLabel={t`Saving…`}
        destructive={false}
        onConfirm={() => change.mutateAsync({ hazards: closable, change: { status: 'closed' } })}
        failure={getChangeFailureText}
      >
        {t`The people who reported them will be notified. You can reopen each of them.`}
      </ConfirmDialog>
    </>
  )
}

const filterSteppable = (hazards: readonly Hazard[], to: HazardStatus) =>
  hazards.filter(({ status }) => isStep(status, to))
