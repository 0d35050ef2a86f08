import { Button, Select, TextInput } from '@mantine/core'
import type { HazardDetail } from '@muster/contract/hazards.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { nameOf } from '../users/public.ts'
import classes from './hazards.module.css'

/** Puts a member of the zone in charge, until a time. */
export function AssignHazard({ hazard }: { hazard: HazardDetail }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserCheck size="1.125rem" aria-hidden />}
        onClick={() => setOpened(true)}
        style={{ justifySelf: 'start' }}
      >
        {hazard.assignee ? 'Change who is in charge' : 'Put somebody in charge'}
      </Button>
      <ResponsiveDialog opened={opened} onClose={() => setOpened(false)} title="In charge">
        <AssignForm hazard={hazard} onClose={() => setOpened(false)} />
      </ResponsiveDialog>
    </>
  )
}

const nobody = 'nobody'

function AssignForm({ hazard, onClose }: { hazard: HazardDetail; onClose: () => void }) {
  const { zoneId, id: hazardId, assignee } = hazard
  const [userId, setUserId] = useState(assignee?.id ?? nobody)
  const [due, setDue] = useState(hazard.dueAt ? localOf(hazard.dueAt) : '')
  const [typed, setTyped] = useState('')
  const isTyped = typed !== '' && typed !== assignee?.name && typed !== 'Nobody'
  const people = useQuery(
    orpc.users.inZone.queryOptions({ input: { zoneId, limit: 50, ...(isTyped && { search: typed }) } }),
  )
  const found = (people.data?.rows ?? []).flatMap(person => (person.invited ? [] : person))
  const others = found.filter(person => person.userId !== assignee?.id)
  const assign = useAct({
    call: () =>
      api.hazards.assign({
        zoneId,
        hazardId,
        userId: userId === nobody ? null : userId,
        dueAt: due === '' || userId === nobody ? null : new Date(due).toISOString(),
      }),
    onDone: onClose,
    done: 'Saved',
    invalidates: [orpc.hazards.key()],
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        assign.mutate()
      }}
    >
      <div className={classes.fields}>
        {assign.isError && (
          <ProblemAlert>
            {errorTextWithTime(assign.error, 'It could not be saved. Please try again.')}
          </ProblemAlert>
        )}
        <Select
          label="Who"
          data={[
            { value: nobody, label: 'Nobody' },
            ...(assignee?.id ? [{ value: assignee.id, label: assignee.name }] : []),
            ...others.map(person => ({ value: person.userId, label: nameOf(person) })),
          ]}
          value={userId}
          onChange={value => setUserId(value ?? nobody)}
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          filter={({ options }) => options}
          allowDeselect={false}
          nothingFoundMessage={people.isFetching ? 'Looking…' : 'Nobody with this name'}
        />
        <TextInput
          type="datetime-local"
          label="Due"
          description="An hour before, the person in charge is told."
          value={due}
          disabled={userId === nobody}
          onChange={event => setDue(event.currentTarget.value)}
        />
      </div>
      <FormButtons label="Save" workingLabel="Saving…" working={assign.isPending} onCancel={onClose} />
    </form>
  )
}

/** An instant as the field of a browser has it: local time without a zone. */
function localOf(instant: string): string {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
