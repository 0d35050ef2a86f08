import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { AssemblyPoint } from '@muster/contract/emergencies.ts'
import type { EmergencyPlan } from '@muster/contract/emergency-plans.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { formatMeters } from '../../lib/format-accuracy.ts'
import { formatList } from '../../lib/format-list.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { AssemblyPointDialog } from './assembly-point-dialog.tsx'
import { AssemblyPointsMap } from './assembly-points-map.tsx'
import { PlanSection } from './plan-section.tsx'

/** A point in a dialog: undefined for none, 'new' for another one. */
type Opened = AssemblyPoint | 'new' | undefined
type Renamed = { from: string; to: string }

export function AssemblyPointsSection({ zoneId }: { zoneId: string }) {
  const { zone: selected } = useSelectedZone()
  const zone = selected?.id === zoneId ? selected : undefined
  const client = useQueryClient()
  const [edited, setEdited] = useState<Opened>()
  const [removed, setRemoved] = useState<string>()
  const query = useQuery(orpc.emergencies.points.queryOptions({ input: { zoneId } }))
  const points = query.data?.points
  const save = async (next: AssemblyPoint[], renamed?: Renamed) => {
    try {
      await api.emergencies.setPoints({
        ...{ zoneId, points: next, expectedNames: points?.map(it => it.name) },
        ...(renamed && { renamed }),
      })
    } finally {
      // Also after a refusal, because somebody else has changed the points then.
      void client.invalidateQueries({ queryKey: orpc.emergencies.points.key() })
      void client.invalidateQueries({ queryKey: orpc.emergencyPlans.list.key() })
    }
  }
  const editedPoint = edited === 'new' ? undefined : edited
  const others = points?.filter(it => it.name !== editedPoint?.name) ?? []
  const isGone = editedPoint !== undefined && others.length === points?.length
  return (
    <PlanSection
      title={t`Assembly points`}
      text={t`Whoever is seen within the radius during an evacuation counts as safe.`}
      action={
        points &&
        points.length < limits.assemblyPointsMost && (
          <Button variant="default" icon={IconPlus} onClick={() => setEdited('new')}>
            {t`Add assembly point`}
          </Button>
        )
      }
    >
      {points ? (
        <>
          <PointList points={points} onChange={setEdited} onRemove={setRemoved} />
          {points.length > 0 && <AssemblyPointsMap zone={zone} points={points} />}
        </>
      ) : (
        <Loaded query={query} failure={t`Failed to load the assembly points`} skeleton={2} />
      )}
      {edited && points && (
        <AssemblyPointDialog
          zoneId={zoneId}
          zone={zone}
          point={editedPoint}
          others={others}
          isGone={isGone}
          onClose={() => setEdited(undefined)}
          onSave={point =>
            save(
              [...others, point],
              editedPoint && !isGone && editedPoint.name !== point.name
                ? { from: editedPoint.name, to: point.name }
                : undefined,
            )
          }
        />
      )}
      {removed !== undefined && points && (
        <RemoveAssemblyPoint
          zoneId={zoneId}
          name={removed}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => save(points.filter(it => it.name !== removed))}
        />
      )}
    </PlanSection>
  )
}

type ListProps = {
  points: readonly AssemblyPoint[]
  onChange: (point: AssemblyPoint) => void
  onRemove: (name: string) => void
}

function PointList({ points, onChange, onRemove }: ListProps) {
  if (points.length === 0) return <Text>{t`No assembly points yet`}</Text>
  return (
    <Rows>
      {points.map(point => (
        <li key={point.name}>
          <PointText point={point} />
          <Group gap={0} wrap="nowrap">
            <ActionIcon
              icon={IconPencil}
              size={44}
              aria-label={t`Change ${{ name: point.name }}`}
              onClick={() => onChange(point)}
            />
            <ActionIcon
              icon={IconTrash}
              size={44}
              aria-label={t`Remove ${point.name}`}
              onClick={() => onRemove(point.name)}
            />
          </Group>
        </li>
      ))}
    </Rows>
  )
}

const PointText = ({ point }: { point: AssemblyPoint }) => (
  <div>
    <Text fw={600} dir="auto">
      {point.name}
    </Text>
    <Text c="dimmed" dir="ltr">
      {point.lat.toFixed(5)}, {point.lng.toFixed(5)} · {formatMeters(point.radiusMeters)}
    </Text>
  </div>
)

type Props = {
  zoneId: string
  name: string
  onClose: () => void
  onConfirm: () => Promise<unknown>
}

function RemoveAssemblyPoint({ zoneId, name, onClose, onConfirm }: Props) {
  const { data } = useQuery(orpc.emergencyPlans.list.queryOptions({ input: { zoneId } }))
  const plans = (data?.plans ?? []).filter(it => it.pointNames.includes(name))
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t`Remove this assembly point?`}
      confirmLabel={t`Remove`}
      workingLabel={t`Removing…`}
      onConfirm={onConfirm}
      failure={t`The assembly points couldn’t be saved. Try again.`}
      done={t`Assembly point removed`}
      invalidates={[orpc.emergencies.points.key(), orpc.emergencyPlans.list.key()]}
    >
      <Text>
        <Trans>
          Nobody counts as safe at <Name>{name}</Name> any more. Emergencies that are open no longer send
          people there.
        </Trans>
      </Text>
      {plans.length > 0 && <PlansThatChange plans={plans} />}
    </ConfirmDialog>
  )
}

function PlansThatChange({ plans }: { plans: readonly EmergencyPlan[] }) {
  const names = formatList(plans.map(it => `“${it.name}”`))
  const withoutPoints = plans.filter(it => it.pointNames.length === 1)
  const leftNames = formatList(withoutPoints.map(it => `“${it.name}”`))
  return (
    <>
      <Text mt="sm" fw={600} dir="auto">
        {t`Plans that send people there: ${names}`}
      </Text>
      <Text c="dimmed">
        {withoutPoints.length === 0
          ? t`The point is taken out of them.`
          : t`The point is taken out of them. Without a point of their own, these send people to all that are left: ${leftNames}`}
      </Text>
    </>
  )
}
