import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import type { AssemblyPoint } from '@muster/contract/emergencies.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconCurrentLocation, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { locator } from '../../lib/geolocation/locator.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { notifyRemoved } from '../../ui/toast/notify-undoable.ts'
import { PlanSection } from './plan-section.tsx'

type Change = {
  next: AssemblyPoint[]
  /** Those that the person saw, if they are not those on the screen. */
  expectedNames?: string[] | undefined
  /** The name of a point that the change removes, which can be undone. */
  removedName?: string
}

/** The places where the people of a zone meet. */
export function AssemblyPointsSection({ zoneId }: { zoneId: string }) {
  const [isAdding, setIsAdding] = useState(false)
  const query = useQuery(orpc.emergencies.points.queryOptions({ input: { zoneId } }))
  const points = query.data?.points
  const save = useAct({
    call: ({ next, expectedNames = points?.map(it => it.name) }: Change) =>
      api.emergencies.setPoints({ zoneId, points: next, expectedNames }),
    onDone: ({ points: saved }, { removedName }) => {
      if (removedName === undefined || !points) return setIsAdding(false)
      const expectedNames = saved.map(it => it.name)
      notifyRemoved(removedName, () => save.mutate({ next: points, expectedNames }))
    },
    failed: t`The assembly points couldn’t be saved. Try again.`,
    invalidates: [orpc.emergencies.points.key()],
  })
  return (
    <PlanSection
      title={t`Assembly points`}
      text={t`Whoever is seen within the radius during an evacuation counts as safe.`}
      action={
        points &&
        points.length < limits.assemblyPointsMost && (
          <Button
            variant="default"
            leftSection={<IconPlus size="1.125rem" aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            <Trans>Add assembly point</Trans>
          </Button>
        )
      }
    >
      {points ? (
        <PointList
          points={points}
          isSaving={save.isPending}
          onRemove={name => save.mutate({ next: points.filter(it => it.name !== name), removedName: name })}
        />
      ) : query.isError ? (
        <ErrorState
          title={t`Failed to load the assembly points`}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <ListSkeleton count={2} />
      )}
      <ResponsiveDialog
        opened={isAdding && points !== undefined}
        onClose={() => setIsAdding(false)}
        title={t`Add assembly point`}
      >
        {points && (
          <NewPoint
            names={points.map(it => it.name)}
            isSaving={save.isPending}
            onAdd={point => save.mutate({ next: [...points, point] })}
          />
        )}
      </ResponsiveDialog>
    </PlanSection>
  )
}

type ListProps = {
  points: readonly AssemblyPoint[]
  isSaving: boolean
  onRemove: (name: string) => void
}

function PointList({ points, isSaving, onRemove }: ListProps) {
  if (points.length === 0)
    return (
      <Text>
        <Trans>No assembly points yet</Trans>
      </Text>
    )
  return (
    <Rows>
      {points.map(point => (
        <li key={point.name}>
          <PointText point={point} />
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={t`Remove ${point.name}`}
            disabled={isSaving}
            onClick={() => onRemove(point.name)}
          >
            <IconTrash size="1.25rem" aria-hidden />
          </ActionIcon>
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
    <Text size="sm" c="dimmed" dir="ltr">
      {point.lat.toFixed(5)}, {point.lng.toFixed(5)} · {point.radiusMeters} m
    </Text>
  </div>
)

const defaultRadius = 30

type NewPointProps = {
  names: readonly string[]
  isSaving: boolean
  onAdd: (point: AssemblyPoint) => void
}

/** The form for another point: its name, and its place by hand or from where the person stands. */
function NewPoint({ names, isSaving, onAdd }: NewPointProps) {
  const [name, setName] = useState('')
  const [lat, setLat] = useState<number | string>('')
  const [lng, setLng] = useState<number | string>('')
  const [radius, setRadius] = useState<number | string>(defaultRadius)
  const locate = useAct({
    call: () => locator.find('location'),
    onDone: found => {
      if ('problem' in found) return
      setLat(found.lat)
      setLng(found.lng)
    },
  })
  const isTaken = names.includes(name.trim())
  const isComplete =
    name.trim() !== '' &&
    !isTaken &&
    typeof lat === 'number' &&
    typeof lng === 'number' &&
    typeof radius === 'number'
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (isComplete) onAdd({ name: name.trim(), lat, lng, radiusMeters: radius })
      }}
    >
      <Stack gap="sm">
        {locate.data && 'problem' in locate.data && <ProblemAlert>{locate.data.problem}</ProblemAlert>}
        <TextInput
          label={t`Name`}
          placeholder={t`North gate`}
          maxLength={80}
          value={name}
          error={isTaken && t`There is already a place with this name.`}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size="1.125rem" aria-hidden />}
          loading={locate.isPending}
          onClick={() => locate.mutate()}
        >
          <Trans>I’m standing there now</Trans>
        </Button>
        <Group grow wrap="nowrap" align="flex-start">
          <NumberInput label={t`Latitude`} min={-90} max={90} hideControls value={lat} onChange={setLat} />
          <NumberInput label={t`Longitude`} min={-180} max={180} hideControls value={lng} onChange={setLng} />
          <NumberInput
            label={t`Radius (m)`}
            min={5}
            max={limits.assemblyPointRadiusMost}
            allowDecimal={false}
            hideControls
            value={radius}
            onChange={setRadius}
          />
        </Group>
      </Stack>
      <FormButtons
        label={t`Add assembly point`}
        workingLabel={t`Saving…`}
        working={isSaving}
        disabled={!isComplete}
      />
    </form>
  )
}
