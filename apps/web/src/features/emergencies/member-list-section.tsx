import { t } from '@lingui/core/macro'
import { Text, TextInput } from '@mantine/core'
import { IconTrash, IconUserPlus } from '@tabler/icons-react'
import type { QueryKey, UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { toShownName } from '../../lib/shown-name.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import type { SearchResult } from '../../ui/forms/searchable-select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { notifyRemoved } from '../../ui/toast/notify-undoable.ts'
import { MemberSearch } from './member-search.tsx'
import { PlanSection } from './plan-section.tsx'

export type MemberEntry = { userId: string; reason?: string }
type Change = {
  next: MemberEntry[]
  /** Those that the person saw, if they are not those on the screen. */
  expectedIds?: string[]
  /** The name of somebody whom the change removes, which can be undone. */
  removedName?: string
}
type Reason = { label: string; placeholder: string }

type Props = {
  zoneId: string
  title: string
  text: string
  addLabel: string
  emptyText: string
  query: UseQueryResult<unknown>
  loadFailure: string
  /** Undefined until they are loaded. */
  members: readonly (MemberEntry & { name: string })[] | undefined
  membersMost: number
  /** Replaces the list. `expectedIds` are those that the person saw. */
  onSave: (entries: MemberEntry[], expectedIds: string[]) => Promise<unknown>
  saveFailure: string
  invalidates: readonly QueryKey[]
  /** The field for the reason of an entry, if entries have one. */
  reason?: Reason
}

export function MemberListSection(props: Props) {
  const { zoneId, title, text, addLabel, emptyText, query, members, onSave, reason } = props
  const [isAdding, setIsAdding] = useState(false)
  const entries = members?.map(({ name: _, ...entry }) => entry) ?? []
  const ids = entries.map(it => it.userId)
  const save = useAct({
    call: ({ next, expectedIds = ids }: Change) => onSave(next, expectedIds),
    onDone: (_, { next, removedName }) => {
      if (removedName === undefined) return setIsAdding(false)
      const expectedIds = next.map(it => it.userId)
      notifyRemoved(removedName, () => save.mutate({ next: entries, expectedIds }))
    },
    failed: props.saveFailure,
    invalidates: props.invalidates,
  })
  return (
    <PlanSection
      title={title}
      text={text}
      action={
        members &&
        members.length < props.membersMost && (
          <Button variant="default" icon={IconUserPlus} onClick={() => setIsAdding(true)}>
            {addLabel}
          </Button>
        )
      }
    >
      {members ? (
        members.length === 0 ? (
          <Text>{emptyText}</Text>
        ) : (
          <Rows>
            {members.map(({ userId, name, reason: reasonText }) => (
              <li key={userId}>
                <div>
                  <Text fw={600} miw={0}>
                    <Name>{name}</Name>
                  </Text>
                  {reasonText && (
                    <Text c="dimmed" dir="auto">
                      {reasonText}
                    </Text>
                  )}
                </div>
                <ActionIcon
                  icon={IconTrash}
                  size={44}
                  aria-label={removeLabel(name)}
                  disabled={save.isPending}
                  onClick={() =>
                    save.mutate({ next: entries.filter(it => it.userId !== userId), removedName: name })
                  }
                />
              </li>
            ))}
          </Rows>
        )
      ) : (
        <Loaded query={query} failure={props.loadFailure} skeleton={2} />
      )}
      <ResponsiveDialog
        opened={isAdding && members !== undefined}
        onClose={() => setIsAdding(false)}
        title={addLabel}
      >
        <NewEntry
          zoneId={zoneId}
          label={addLabel}
          excludedIds={new Set(ids)}
          reason={reason}
          isSaving={save.isPending}
          onAdd={entry => save.mutate({ next: [...entries, entry] })}
        />
      </ResponsiveDialog>
    </PlanSection>
  )
}

type NewEntryProps = {
  zoneId: string
  label: string
  excludedIds: ReadonlySet<string>
  reason: Reason | undefined
  isSaving: boolean
  onAdd: (entry: MemberEntry) => void
}

function NewEntry({ zoneId, label, excludedIds, reason, isSaving, onAdd }: NewEntryProps) {
  const [person, setPerson] = useState<SearchResult>()
  const [text, setText] = useState('')
  const isComplete = person !== undefined && (reason === undefined || text.trim() !== '')
  return (
    <ActForm
      form={{
        act: { isPending: isSaving, error: null },
        submit: () => isComplete && onAdd({ userId: person.id, ...(reason && { reason: text.trim() }) }),
      }}
      label={label}
      workingLabel={t`Saving…`}
      disabled={!isComplete}
    >
      <MemberSearch
        zoneId={zoneId}
        label={t`Member`}
        excludedIds={excludedIds}
        chosen={person}
        onPick={setPerson}
      />
      {reason && (
        <TextInput
          {...reason}
          required
          maxLength={200}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      )}
    </ActForm>
  )
}

function removeLabel(member: string): string {
  const name = toShownName(member)
  return t`Remove ${name}`
}
