import { t } from '@lingui/core/macro'
import { Group, Stack, Text, TextInput } from '@mantine/core'
import type { SweepArea } from '@muster/contract/captains.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { ActionIcon } from '../../../ui/action-icon.tsx'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { notifyRemoved } from '../../../ui/toast/notify-undoable.ts'
import { PlanSection } from '../plan-section.tsx'

/** The areas that wardens of a zone walk through in an emergency, in their order. Each change is saved at once. */
export function SweepAreasSection({ zoneId }: { zoneId: string }) {
  return (
    <PlanSection
      title={t`Sweep list`}
      text={t`In an emergency, captains say of each area whether it’s clear. Changes count from the next emergency.`}
    >
      <Areas zoneId={zoneId} />
    </PlanSection>
  )
}

type Change = {
  next: readonly { id?: string; name: string }[]
  /** Those that the person saw, if they are not those on the screen. */
  expectedIds?: string[]
  /** The name of an area that the change removes, which can be undone. */
  removedName?: string
}

function Areas({ zoneId }: { zoneId: string }) {
  const query = useQuery(orpc.captains.areas.queryOptions({ input: { zoneId } }))
  const areas = query.data?.areas
  const save = useAct({
    call: ({ next, expectedIds = areas?.map(it => it.id) }: Change) =>
      api.captains.setAreas({ zoneId, areas: [...next], ...(expectedIds && { expectedIds }) }),
    onDone: ({ areas: saved }, { removedName }) => {
      if (removedName === undefined || !areas) return
      const expectedIds = saved.map(it => it.id)
      notifyRemoved(removedName, () => save.mutate({ next: areas, expectedIds }))
    },
    failed: t`The sweep list couldn’t be saved. Try again.`,
    invalidates: [orpc.captains.areas.key()],
  })
  if (!areas) return <Loaded query={query} failure={t`Failed to load the sweep list`} skeleton={2} />
  return (
    <Stack gap="sm">
      {areas.length > 0 && (
        <Rows>
          {areas.map((area, index) => (
            <li key={area.id}>
              <Text fw={600} dir="auto">
                {area.name}
              </Text>
              <Group gap={4} wrap="nowrap">
                {([-1, 1] as const).map(step => (
                  <ActionIcon
                    key={step}
                    icon={step < 0 ? IconArrowUp : IconArrowDown}
                    size={44}
                    aria-label={step < 0 ? t`Move ${area.name} up` : t`Move ${area.name} down`}
                    disabled={save.isPending || areas[index + step] === undefined}
                    onClick={() => save.mutate({ next: move(areas, index, index + step) })}
                  />
                ))}
                <ActionIcon
                  icon={IconTrash}
                  size={44}
                  aria-label={t`Remove ${area.name}`}
                  disabled={save.isPending}
                  onClick={() =>
                    save.mutate({ next: areas.filter(it => it.id !== area.id), removedName: area.name })
                  }
                />
              </Group>
            </li>
          ))}
        </Rows>
      )}
      {areas.length < limits.sweepAreasMost && (
        <NewArea
          key={areas.length}
          names={areas.map(it => it.name)}
          isSaving={save.isPending}
          onAdd={name => save.mutate({ next: [...areas, { name }] })}
        />
      )}
    </Stack>
  )
}

function move(areas: readonly SweepArea[], from: number, to: number): SweepArea[] {
  const moved = [...areas]
  moved.splice(to, 0, ...moved.splice(from, 1))
  return moved
}

type NewProps = { names: readonly string[]; isSaving: boolean; onAdd: (name: string) => void }

function NewArea({ names, isSaving, onAdd }: NewProps) {
  const [name, setName] = useState('')
  const isTaken = names.includes(name.trim())
  const isComplete = name.trim() !== '' && !isTaken
  return (
    <Form
      onSubmit={() => {
        if (isComplete && !isSaving) onAdd(name.trim())
      }}
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          flex="1 1 12rem"
          label={t`Area`}
          placeholder={t`Workshop, ground floor`}
          maxLength={80}
          value={name}
          error={isTaken && t`There is already an area with this name.`}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" mih={44} icon={IconPlus} disabled={!isComplete || isSaving}>
          {isSaving ? t`Saving…` : t`Add area`}
        </Button>
      </Group>
    </Form>
  )
}
