import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Kbd, Text } from '@mantine/core'
import type { Hazard } from '@muster/contract/hazards.ts'
import { type HazardStatus, listSteps } from '@muster/domain/hazard.ts'
import { type ComponentProps, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { useRowKeys } from '../../ui/dialogs/use-row-keys.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { List } from '../../ui/layout/list.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { undoable } from '../../ui/toast/notify-undoable.ts'
import { AssignDialog } from './assign-hazard.tsx'
import { HazardCard } from './hazard-card.tsx'
import classes from './hazards.module.css'
import { areInOneZone, assignZonesText, type BulkDialogs, HazardsBar } from './hazards-bar.tsx'
import { StatusDialog, statusChangedText } from './status-dialog.tsx'

type Props = Omit<
  ComponentProps<typeof List<Hazard>>,
  'children' | 'getKey' | 'estimate' | 'minColumn' | 'label' | 'failure'
> & {
  showZone: boolean
  openRow: (id: string) => { isOpen: boolean; onOpen: () => void }
}

/** The hazard whose next status is to be confirmed. `to` is undefined once the dialog is closed. Each opening has its own key. */
type Step = { hazard: Hazard; to: HazardStatus | undefined; key: number }

/** The hazards as cards. People who manage hazards can assign them in place, select several, and use keys. */
export function HazardList({ showZone, openRow, ...listProps }: Props) {
  const { rights, may } = useSelectedZone()
  const mayManage = may('manage_hazards')
  const rows = listProps.list.rows ?? []
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [hazardToAssign, setHazardToAssign] = useState<Hazard>()
  const [step, setStep] = useState<Step>()
  const bulk: BulkDialogs = useDialogs()
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
    else
      setStep(current => ({
        hazard,
        to: listSteps(hazard.status, { rights, isReporter: false })[0],
        key: (current?.key ?? 0) + 1,
      }))
  }
  const assign = (hazard: Hazard) => {
    if (selected.length === 0) setHazardToAssign(hazard)
    else if (areInOneZone(selected)) bulk.open('assign', selected)
    else notify.info(assignZonesText)
  }
  useHazardKeys(rows, mayManage ? { onAssign: assign, onStatus: takeNextStep, onSelect: toggle } : undefined)
  return (
    <>
      {mayManage && rows.length > 0 && <KeyHint />}
      <List
        {...listProps}
        failure={t`Failed to load notifications`}
        getKey={({ id }) => id}
        estimate={230}
        minColumn={300}
        label={t`Hazards`}
      >
        {hazard => (
          <HazardCard
            hazard={hazard}
            showZone={showZone}
            isSelected={selectedIds.has(hazard.id)}
            onSelect={mayManage ? () => toggle(hazard) : undefined}
            onAssign={mayManage ? () => setHazardToAssign(hazard) : undefined}
            {...openRow(hazard.id)}
          />
        )}
      </List>
      <HazardsBar hazards={selected} bulk={bulk} onNone={() => setSelectedIds(new Set())} />
      <AssignDialog hazard={hazardToAssign} onClose={() => setHazardToAssign(undefined)} />
      {/* It stays mounted while it closes, because the focus then returns to the card. */}
      {step && (
        <StatusDialog
          key={step.key}
          hazard={rows.find(({ id }) => id === step.hazard.id) ?? step.hazard}
          target={step.to}
          onClose={() => setStep({ ...step, to: undefined })}
        />
      )}
    </>
  )
}

/** Lists the keys of the list. Style sheets show it only where there is a mouse, and so most likely a keyboard. */
function KeyHint() {
  return (
    <Text size="xs" c="dimmed" className={classes.keys}>
      <Trans>
        <Kbd>J</Kbd> <Kbd>K</Kbd> move · <Kbd>Enter</Kbd> open · <Kbd>A</Kbd> assign · <Kbd>S</Kbd> start or
        next status · <Kbd>X</Kbd> select
      </Trans>
    </Text>
  )
}

type Actions = {
  onAssign: (hazard: Hazard) => void
  onStatus: (hazard: Hazard) => void
  onSelect: (hazard: Hazard) => void
}

/** Single keys for people who work through many hazards: J and K move, A assigns, S changes the status, X selects. */
function useHazardKeys(rows: readonly Hazard[] | undefined, actions: Actions | undefined): void {
  const toAct = (act: (hazard: Hazard) => void) => (hazardId: string) => {
    const hazard = rows?.find(({ id }) => id === hazardId)
    if (hazard) act(hazard)
  }
  useRowKeys(
    actions && { a: toAct(actions.onAssign), s: toAct(actions.onStatus), x: toAct(actions.onSelect) },
  )
}

type StatusChange = { hazard: Hazard; from: HazardStatus; to: HazardStatus }

/** Returns a function that starts work on an open hazard without asking; its toast takes the step back. */
function useStartWork(): (hazard: Hazard) => void {
  const setStatus = useAct({
    call: ({ hazard: { zoneId, id: hazardId }, from, to }: StatusChange) =>
      api.hazards.setStatus({ zoneId, hazardId, from, to, note: '' }),
    done: (_, { hazard, from, to }) => [
      statusChangedText(to),
      hazard.title,
      to === 'in_progress' ? undoable(() => setStatus.mutate({ hazard, from: to, to: from })) : undefined,
    ],
    failed: t`The status couldn’t be changed. Try again.`,
    invalidates: [orpc.hazards.key()],
  })
  return hazard => setStatus.mutate({ hazard, from: 'open', to: 'in_progress' })
}
