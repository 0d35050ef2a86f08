import type { Zone } from '@muster/contract/zones.ts'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import { fieldNumber } from '@muster/domain/zone-form.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { reloadUnlessLive } from '../../live/reload-unless-live.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { notify } from '../../ui/toast/notify.ts'
import classes from './create-zone-dialog.module.css'
import { draftOfShape, type ShapeDraft, shapeDraftMessage, shapeOfDraft } from './shape-draft.ts'
import { ShapeEditor } from './shape-editor.tsx'
import { shapeProblemsOf } from './shape-problems.tsx'
import { wireFacts } from './use-create-zone.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { wireShape } from './wire-shape.ts'
import { type ZoneFacts, ZoneFactsFields } from './zone-facts-fields.tsx'

type Props = { zone: Zone; opened: boolean; onClose: () => void }

/** Change what a zone is called, holds and covers. */
export function EditZoneDialog({ zone, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Edit Zone" width={1080}>
      <EditForm key={zone.id} zone={zone} onClose={onClose} />
    </ResponsiveDialog>
  )
}

type Draft = ZoneFacts & { shape: ShapeDraft; shapeVersion: number; redrawn: boolean }

const failure = 'Failed to update zone. Please try again.'

function EditForm({ zone, onClose }: Omit<Props, 'opened'>) {
  const client = useQueryClient()
  const {
    value: draft,
    change,
    forget,
  } = useKeptDraft(
    `edit-zone.${zone.id}`,
    (): Draft => ({
      name: zone.name,
      description: zone.description ?? '',
      maxCapacity: zone.maxCapacity ?? '',
      shape: draftOfShape(zone.shape),
      // The shape that was there when the drawing began: nobody else's is overwritten unseen.
      shapeVersion: zone.shapeVersion,
      redrawn: false,
    }),
  )
  const [missing, setMissing] = useState<{ text: string; attempt: number }>()
  const shape = shapeOfDraft(draft.shape)
  const verdict = shape && draft.redrawn ? validateShape(shape) : undefined
  const found = verdict?.ok === false ? verdict.problems : []
  const save = useMutation({
    mutationFn: () =>
      api.zones.update({
        zoneId: zone.id,
        ...wireFacts(draft),
        redrawn:
          draft.redrawn && shape ? { shape: wireShape(shape), shapeVersion: draft.shapeVersion } : undefined,
      }),
    onSuccess: saved => {
      forget()
      client.setQueryData(orpc.zones.get.queryKey({ input: { zoneId: zone.id } }), saved)
      reloadUnlessLive(client, orpc.zones.key())
      notify.success('Zone updated successfully', `${saved.name} shows so to everybody from now on.`)
      onClose()
    },
    onError: error => notify.error(errorText(error, failure)),
  })
  const problems = found.length > 0 ? found : shapeProblemsOf(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text =
      factsMessage(draft) ?? (draft.redrawn ? shapeDraftMessage(draft.shape) : undefined) ?? found[0]?.message
    setMissing(text === undefined ? undefined : { text, attempt: (missing?.attempt ?? 0) + 1 })
    if (text === undefined) save.mutate()
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className={classes.fields}>
        {missing && <ProblemAlert key={missing.attempt}>{missing.text}</ProblemAlert>}
        {save.isError && problems.length === 0 && (
          <ProblemAlert>{errorText(save.error, failure)}</ProblemAlert>
        )}
        <ZoneFactsFields value={draft} onChange={change} />
        <ShapeEditor
          draft={draft.shape}
          onChange={next => change({ shape: next, redrawn: true })}
          problems={problems}
          // The details behind it have a map of the zone as it is.
          mapLabel={`Map to edit ${zone.name}`}
        />
      </div>
      <FormButtons label="Save Zone" workingLabel="Saving…" working={save.isPending} onCancel={cancel} />
    </form>
  )

  /** Given up: the zone as it is shows next time. */
  function cancel() {
    forget()
    onClose()
  }
}

function factsMessage({ name, maxCapacity }: ZoneFacts): string | undefined {
  if (name.trim() === '') return 'Zone name is required'
  const given = maxCapacity !== '' && maxCapacity !== null && maxCapacity !== undefined
  return given && !(fieldNumber(maxCapacity) > 0) ? 'Max capacity must be a positive number' : undefined
}
