import { Button } from '@mantine/core'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import { interactiveFormMessage } from '@muster/domain/zone-form.ts'
import { type FormEvent, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { errorText } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import classes from './create-zone-dialog.module.css'
import { draftOfShape, type ShapeDraft, shapeDraftMessage, shapeOfDraft } from './shape-draft.ts'
import { ShapeEditor } from './shape-editor.tsx'
import { shapeProblemsOf } from './shape-problems.tsx'
import { useCreateZone } from './use-create-zone.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { type ZoneFacts, ZoneFactsFields } from './zone-facts-fields.tsx'

type Props = { opened: boolean; onClose: () => void }

/** Create a zone by drawing it on a map. */
export function InteractiveZoneDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Interactive Zone Creator" width={1080}>
      <InteractiveForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

type Draft = ZoneFacts & { requestId: string; shape: ShapeDraft }

const failure = 'Failed to create zone. Please try again.'
const empty = (): Draft => ({
  requestId: uuidV7(),
  name: '',
  description: '',
  maxCapacity: '',
  shape: draftOfShape(undefined),
})

function InteractiveForm({ onClose }: Omit<Props, 'opened'>) {
  const { value: draft, change, forget, clear } = useKeptDraft('interactive-zone', empty)
  const [missing, setMissing] = useState<{ text: string; attempt: number }>()
  const create = useCreateZone(failure, () => {
    forget()
    onClose()
  })
  const shape = shapeOfDraft(draft.shape)
  const verdict = shape && validateShape(shape)
  const found = verdict?.ok === false ? verdict.problems : []
  const problems = found.length > 0 ? found : shapeProblemsOf(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A box or circle has all its points by its two corners.
    const points =
      draft.shape.kind === 'polygon' ? draft.shape.parts.flat().flatMap(it => it.points) : [1, 2, 3]
    const text =
      interactiveFormMessage({ signedIn: true, ...draft, points }) ??
      shapeDraftMessage(draft.shape) ??
      found[0]?.message
    setMissing(text === undefined ? undefined : { text, attempt: (missing?.attempt ?? 0) + 1 })
    if (text === undefined && shape) create.mutate({ ...draft, shape })
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className={classes.fields}>
        {missing && <ProblemAlert key={missing.attempt}>{missing.text}</ProblemAlert>}
        {create.isError && problems.length === 0 && (
          <ProblemAlert>{errorText(create.error, failure)}</ProblemAlert>
        )}
        <ZoneFactsFields value={draft} onChange={change} />
        <ShapeEditor
          draft={draft.shape}
          onChange={next => change({ shape: next })}
          problems={problems}
          mapLabel="Map of the new zone"
        />
      </div>
      <FormButtons label="Create Zone" workingLabel="Creating…" working={create.isPending} onCancel={onClose}>
        {!create.isPending && (
          <Button variant="subtle" color="gray" onClick={clear}>
            Clear
          </Button>
        )}
      </FormButtons>
    </form>
  )
}
