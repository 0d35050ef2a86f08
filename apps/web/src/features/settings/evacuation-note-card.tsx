import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { SaveButtons } from './save-buttons.tsx'
import { SettingsCard } from './settings-card.tsx'

/** What the person needs to leave in an emergency. An empty text removes it. */
export function EvacuationNoteCard({ userId }: { userId: string }) {
  const query = useQuery(orpc.captains.ownNote.queryOptions())
  return (
    <SettingsCard
      title={t`Help you need in an evacuation`}
      text={t`Captains and managers of your zones see this while an emergency or drill that lists you is open. Lists that they print then contain it too.`}
    >
      {query.data ? (
        <NoteForm userId={userId} note={query.data.note} />
      ) : (
        <Loaded query={query} failure={t`Failed to load your note`} skeleton={1} />
      )}
    </SettingsCard>
  )
}

function NoteForm({ userId, note }: { userId: string; note: string }) {
  const draft = useDraft('evacuation-note', userId, { note })
  const save = useAct({
    call: ({ text }: { text: string; edits: typeof draft.edits }) => api.captains.setOwnNote({ note: text }),
    onDone: (_, { edits }) => draft.settle(edits),
    done: t`Saved`,
    invalidates: [orpc.captains.ownNote.key()],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate({ text: draft.values.note.trim(), edits: draft.edits })
  }
  return (
    <Form onSubmit={submit}>
      <FailedAct act={save} failed={t`Your note couldn’t be saved. Try again.`} />
      <TextInput
        label={t`In an emergency I need…`}
        placeholder={t`Help on stairs, I use a wheelchair`}
        maxLength={limits.evacuationNoteLength}
        value={draft.values.note}
        onChange={event => draft.set('note', event.currentTarget.value)}
      />
      <SaveButtons isDirty={draft.isDirty} isSaving={save.isPending} onDiscard={draft.reset} />
    </Form>
  )
}
