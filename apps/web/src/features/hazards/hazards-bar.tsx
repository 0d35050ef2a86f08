import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Hazard } from '@muster/contract/hazards.ts'
import { type HazardStatus, isStep } from '@muster/domain/hazard.ts'
import { IconCheck, IconClock, IconPlayerPlay, IconUserCheck } from '@tabler/icons-react'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { SelectionBar } from '../../ui/layout/selection-bar.tsx'
import { AssignManyDialog } from './assign-many-dialog.tsx'
import { useChangeHazards } from './change-hazards.ts'
import { DueManyDialog } from './due-many-dialog.tsx'

export type BulkDialog = 'assign' | 'due' | 'close'

type Props = {
  hazards: readonly Hazard[]
  dialog: BulkDialog | undefined
  onDialog: (dialog: BulkDialog | undefined) => void
  onNone: () => void
}

/** Actions on the selected hazards: assign, due time, start and close. */
export function HazardsBar({ hazards, dialog, onDialog, onNone }: Props) {
  const change = useChangeHazards({ onDone: onNone })
  const listSteppable = (to: HazardStatus) => hazards.filter(({ status }) => isStep(status, to))
  const [startable, closable] = [listSteppable('in_progress'), listSteppable('closed')]
  const zoneIds = new Set(hazards.map(({ zoneId }) => zoneId))
  const close = () => onDialog(undefined)
  return (
    <>
      <SelectionBar count={hazards.length} onNone={onNone}>
        <Button
          variant="default"
          leftSection={<IconUserCheck size="1.125rem" aria-hidden />}
          disabled={zoneIds.size > 1}
          title={zoneIds.size > 1 ? t`Select notifications from a single zone to assign them.` : undefined}
          onClick={() => onDialog('assign')}
        >
          <Trans>Assign</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconClock size="1.125rem" aria-hidden />}
          onClick={() => onDialog('due')}
        >
          <Trans>Set due time</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size="1.125rem" aria-hidden />}
          disabled={startable.length === 0}
          loading={change.isPending}
          onClick={() => change.mutate({ hazards: startable, change: { status: 'in_progress' } })}
        >
          <Trans>Start work</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconCheck size="1.125rem" aria-hidden />}
          disabled={closable.length === 0}
          onClick={() => onDialog('close')}
        >
          <Trans>Mark as closed</Trans>
        </Button>
      </SelectionBar>
      <AssignManyDialog
        hazards={hazards}
        opened={dialog === 'assign' && zoneIds.size === 1}
        onClose={close}
        onDone={onNone}
      />
      <DueManyDialog hazards={hazards} opened={dialog === 'due'} onClose={close} onDone={onNone} />
      <ConfirmDialog
        opened={dialog === 'close'}
        onClose={close}
        title={t`${plural(closable.length, { one: 'Close # notification?', other: 'Close # notifications?' })}`}
        confirmLabel={t`Mark as closed`}
        workingLabel={t`Saving…`}
        destructive={false}
        onConfirm={() => change.mutateAsync({ hazards: closable, change: { status: 'closed' } })}
        failure={t`The notifications couldn’t be changed. Try again.`}
      >
        <Trans>The people who reported them will be notified. You can reopen each of them.</Trans>
      </ConfirmDialog>
    </>
  )
}
