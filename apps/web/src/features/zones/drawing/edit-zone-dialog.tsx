import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import type { Zone } from '@muster/contract/zones.ts'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import { fieldNumber } from '@muster/domain/zone-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../../ui/forms/form-buttons.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { textOf } from './form-errors.ts'
import {
  draftOfShape,
  openRingMessage,
  type ShapeDraft,
  shapeDraftMessage,
  shapeOfDraft,
} from './shape-draft.ts'
import { ShapeEditor } from './shape-editor.tsx'
import { shapeLoss } from './shape-loss.ts'
import { ShapeLossDialog } from './shape-loss-dialog.tsx'
import { shapeProblemsOf, shapeProblemText } from './shape-problems.tsx'
import { wireFacts } from './use-create-zone.ts'
import { useKeptForm } from './use-kept-form.ts'
import { useZonesAround } from './use-zones-around.ts'
import { wireShape } from './wire-shape.ts'
import { type ZoneFacts, ZoneFactsFields } from './zone-facts-fields.tsx'

type Props = { zone: Zone; opened: boolean; onClose: () => void }

/** Edits the name, capacity and shape of a zone. */
export function EditZoneDialog({ zone, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Edit Zone`} width={1080}>
      <EditForm key={zone.id} zone={zone} onClose={onClose} />
    </ResponsiveDialog>
  )
}

type Draft = ZoneFacts & { shape: ShapeDraft; shapeVersion: number; redrawn: boolean }

const failure = t`Failed to update zone. Please try again.`

/** An unchanged shape is not validated again. */
function shapeProblemsIn({ redrawn, shape }: Draft) {
  const drawn = redrawn ? shapeOfDraft(shape) : undefined
  const verdict = drawn && validateShape(drawn)
  return verdict?.ok === false ? verdict.problems : []
}

function validate(draft: Draft): FormErrors {
  const errors: FormErrors = {}
  const { name, maxCapacity } = draft
  if (name.trim() === '') errors.name = t`Zone name is required`
  const given = maxCapacity !== '' && maxCapacity !== null && maxCapacity !== undefined
  if (given && !(fieldNumber(maxCapacity) > 0)) errors.maxCapacity = t`Max capacity must be a positive number`
  const wrong = draft.redrawn
    ? (shapeDraftMessage(draft.shape) ?? shapeProblemsIn(draft).map(shapeProblemText)[0])
    : undefined
  if (wrong) errors.shape = wrong
  return errors
}

function EditForm({ zone, onClose }: Omit<Props, 'opened'>) {
  const client = useQueryClient()
  const { form, forget } = useKeptForm(
    `edit-zone.${zone.id}`,
    (): Draft => ({
      name: zone.name,
      description: zone.description ?? '',
      maxCapacity: zone.maxCapacity ?? '',
      shape: draftOfShape(zone.shape),
      // The version on which the drawing is based, so that a concurrent change is not overwritten unnoticed.
      shapeVersion: zone.shapeVersion,
      redrawn: false,
    }),
    validate,
  )
  const save = useAct({
    call: (draft: Draft) => {
      const shape = draft.redrawn ? shapeOfDraft(draft.shape) : undefined
      return api.zones.update({
        zoneId: zone.id,
        ...wireFacts(draft),
        redrawn: shape ? { shape: wireShape(shape), shapeVersion: draft.shapeVersion } : undefined,
      })
    },
    onDone: saved => {
      forget()
      client.setQueryData(orpc.zones.get.queryKey({ input: { zoneId: zone.id } }), saved)
      onClose()
    },
    done: ({ name }) => [t`Zone updated successfully`, t`${name} shows so to everybody from now on.`],
    invalidatesUnlessLive: [orpc.zones.key()],
    failed: failure,
  })
  const [asked, setAsked] = useState<{ draft: Draft; loss: string }>()
  const [isAsking, setAsking] = useState(false)
  /** Asks for confirmation first if the zone would lose parts, holes or much of its area. */
  const submit = (draft: Draft) => {
    const shape = draft.redrawn ? shapeOfDraft(draft.shape) : undefined
    const loss = shape && shapeLoss(zone.shape, shape)
    if (!loss) return save.mutate(draft)
    setAsked({ draft, loss })
    setAsking(true)
  }
  const around = useZonesAround(zone.id)
  const found = shapeProblemsIn(form.values)
  const problems = found.length > 0 ? found : shapeProblemsOf(save.error)
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        {save.isError && problems.length === 0 && (
          <ProblemAlert>{errorText(save.error, failure)}</ProblemAlert>
        )}
        <ZoneFactsFields inputProps={form.getInputProps} />
        <ShapeEditor
          draft={form.values.shape}
          onChange={shape => form.setValues({ shape, redrawn: true })}
          problems={problems}
          error={textOf(form.errors.shape)}
          // The details behind the dialog have a map of the current zone, so the label must differ.
          mapLabel={t`Map to edit ${zone.name}`}
          around={around}
        />
      </Stack>
      <FormButtons
        label={t`Save Zone`}
        workingLabel={t`Saving…`}
        working={save.isPending}
        blocked={openRingMessage(form.values.shape)}
        onCancel={cancel}
      />
      {asked && (
        <ShapeLossDialog
          opened={isAsking}
          onClose={() => setAsking(false)}
          loss={asked.loss}
          onSave={() => save.mutate(asked.draft)}
        />
      )}
    </form>
  )

  /** Discards the draft: the next opening starts from the current zone. */
  function cancel() {
    forget()
    onClose()
  }
}
