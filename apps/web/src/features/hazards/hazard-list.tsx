import { t } from '@lingui/core/macro'
import type { Hazard } from '@muster/contract/hazards.ts'
import { type HazardStatus, listSteps } from '@muster/domain/hazard.ts'
import { type ComponentProps, useState } from 'react'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { List } from '../../ui/layout/list.tsx'
import { AssignDialog } from './assign-hazard.tsx'
import { HazardCard } from './hazard-card.tsx'
import { type BulkDialog, HazardsBar } from './hazards-bar.tsx'
import { KeyHint } from './key-hint.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { useHazardKeys } from './use-hazard-keys.ts'
import { useStartWork } from './use-start-work.ts'

type Props = Omit<
  ComponentProps<typeof List<Hazard>>,
  'children' | 'getKey' | 'estimate' | 'minColumn' | 'label' | 'failure'
> & {
  showZone: boolean
  openRow: (id: string) => { isOpen: boolean; onOpen: () => void }
}

/** The hazards as cards. People who manage hazards can assign them in place, select several, and use keys. */
export function HazardList({ showZone, openRow, ...listProps }: Props) {
  const { rights, may } = useSelectedZone()
  const mayManage = may('manage_hazards')
  const rows = listProps.list.rows ?? []
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [assigningId, setAssigningId] = useState<string>()
  const [step, setStep] = useState<{ id: string; to: HazardStatus | undefined }>()
  const [bulkDialog, setBulkDialog] = useState<BulkDialog>()
  const startWork = useStartWork()
  // Hazards that no filter shows any more are not changed unseen.
  const selected = rows.filter(({ id }) => selectedIds.has(id))
  const toggle = ({ id }: Hazard) =>
    setSelectedIds(current => {
      const next = new Set(current)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const takeNextStep = (hazard: Hazard) => {
    if (hazard.status === 'open') startWork(hazard)
    else setStep({ id: hazard.id, to: listSteps(hazard.status, { rights, isReporter: false })[0] })
  }
  const assign = ({ id }: Hazard) => (selected.length > 0 ? setBulkDialog('assign') : setAssigningId(id))
  useHazardKeys(rows, mayManage ? { onAssign: assign, onStatus: takeNextStep, onSelect: toggle } : undefined)
  const steppedHazard = rows.find(({ id }) => id === step?.id)
  return (
    <>
      {mayManage && rows.length > 0 && <KeyHint />}
      <List
        {...listProps}
        failure={t`Failed to load notifications`}
        getKey={({ id }) => id}
        estimate={230}
        minColumn={300}
        label={t`Notifications`}
      >
        {hazard => (
          <HazardCard
            hazard={hazard}
            showZone={showZone}
            isSelected={selectedIds.has(hazard.id)}
            onSelect={mayManage ? () => toggle(hazard) : undefined}
            onAssign={mayManage ? () => setAssigningId(hazard.id) : undefined}
            {...openRow(hazard.id)}
          />
        )}
      </List>
      <HazardsBar
        hazards={selected}
        dialog={bulkDialog}
        onDialog={setBulkDialog}
        onNone={() => setSelectedIds(new Set())}
      />
      <AssignDialog
        hazard={rows.find(({ id }) => id === assigningId)}
        onClose={() => setAssigningId(undefined)}
      />
      {steppedHazard && (
        <StatusDialog hazard={steppedHazard} target={step?.to} onClose={() => setStep(undefined)} />
      )}
    </>
  )
}
