import { t } from '@lingui/core/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import type { HazardDetail } from '@muster/contract/hazards.ts'
import type { ZonePerson } from '@muster/contract/users.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { toDateTimeLocalValue } from '../../lib/local-field.ts'
import { cursorPaging, usePages } from '../../lib/use-pages.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { SearchableSelect, type SearchResult, useTypedSearch } from '../../ui/forms/searchable-select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { formatName, hasNamesake } from '../users/public.ts'

/** A button and dialog that assign the hazard to a member of the zone, with an optional due time, or remove the assignee. */
export function AssignHazard({ hazard }: { hazard: HazardDetail }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserCheck size="1.125rem" aria-hidden />}
        onClick={() => setOpened(true)}
        style={{ alignSelf: 'flex-start' }}
      >
        {hazard.assignee ? t`Reassign` : t`Assign`}
      </Button>
      <ResponsiveDialog opened={opened} onClose={() => setOpened(false)} title={t`Assign notification`}>
        <AssignForm hazard={hazard} onClose={() => setOpened(false)} />
      </ResponsiveDialog>
    </>
  )
}

function AssignForm({ hazard, onClose }: { hazard: HazardDetail; onClose: () => void }) {
  const { zoneId, id: hazardId } = hazard
  const [assignee, setAssignee] = useState(currentAssignee(hazard))
  const savedDueValue = toDateTimeLocalValue(hazard.dueAt ?? undefined)
  const [dueValue, setDueValue] = useState(savedDueValue)
  const [isDuePast, setIsDuePast] = useState(false)
  const dueField = useRef<HTMLInputElement>(null)
  const typedSearch = useTypedSearch(assignee)
  const assigneeField = useRef<HTMLInputElement>(null)
  const people = usePages<ZonePerson>(
    orpc.users.inZone.infiniteOptions({
      input: (cursor: string | undefined) => ({ zoneId, search: typedSearch.search, cursor, limit: 50 }),
      ...cursorPaging,
    }),
  )
  const members = people.rows?.filter(({ invited }) => !invited)
  const isAmbiguous = hasNamesake(members ?? [])
  const assign = useAct({
    call: () =>
      api.hazards.assign({
        zoneId,
        hazardId,
        userId: assignee?.id ?? null,
        // An unchanged time is sent as it was saved, because the field drops its seconds.
        dueAt:
          dueValue === '' || !assignee
            ? null
            : dueValue === savedDueValue
              ? hazard.dueAt
              : new Date(dueValue).toISOString(),
      }),
    onDone: onClose,
    done: t`Assignment saved`,
    invalidates: [orpc.hazards.key()],
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (assignee && dueValue !== savedDueValue && Date.parse(dueValue) <= Date.now()) {
          setIsDuePast(true)
          dueField.current?.focus()
        } else assign.mutate()
      }}
    >
      <Stack>
        {assign.isError && (
          <ProblemAlert>
            {errorTextWithTime(assign.error, t`The assignment couldn’t be saved. Try again.`)}
          </ProblemAlert>
        )}
        <SearchableSelect
          label={t`Assign to`}
          description={t`Type a name, an email or a user code. Leave empty for no assignee.`}
          placeholder={t`Unassigned`}
          clearable
          ref={assigneeField}
          clearButtonProps={{
            'aria-label': t`Remove assignee`,
            // Makes the button accessible by keyboard: the library hides it and removes it from the tab order.
            'aria-hidden': false,
            tabIndex: 0,
            // Clicking removes the button. After a key press (detail 0), focus the field, so that the focus stays in the dialog. Do
            // not focus it after a tap, because that would open the list.
            onClick: ({ detail }) => detail === 0 && assigneeField.current?.focus(),
          }}
          allowDeselect={false}
          chosen={assignee}
          onPick={setAssignee}
          typing={typedSearch}
          rows={members?.map(person => ({
            id: person.userId,
            name: isAmbiguous(person) ? `${formatName(person)} (${person.userCode})` : formatName(person),
          }))}
          failed={people.failed}
          searching={people.query.isPending || people.query.isPlaceholderData}
          emptyText={t`No members match`}
          failure={t`Failed to load members`}
        />
        <TextInput
          type="datetime-local"
          label={t`Due`}
          description={t`The assignee will be reminded an hour before it’s due.`}
          ref={dueField}
          value={dueValue}
          disabled={!assignee}
          error={isDuePast && assignee && t`This time has passed. Choose a later one.`}
          onChange={event => {
            setDueValue(event.currentTarget.value)
            setIsDuePast(false)
          }}
        />
      </Stack>
      <FormButtons label={t`Save`} workingLabel={t`Saving…`} working={assign.isPending} onCancel={onClose} />
    </form>
  )
}

/** The assignee as an option; undefined if nobody is assigned or the account was deleted. */
const currentAssignee = ({ assignee }: HazardDetail): SearchResult | undefined =>
  assignee?.id ? { id: assignee.id, name: assignee.name } : undefined
