import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { FormErrors } from '@mantine/form'
import type { Zone } from '@muster/contract/zones.ts'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import { toFieldNumber } from '@muster/domain/zone-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { useDialog } from '../../../ui/dialogs/use-dialogs.ts'
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { useDraftForm } from '../../../ui/forms/use-draft-form.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { useShapeHistory } from '../detail/use-shape-history.ts'
import { toErrorText } from './form-errors.ts'
import {
  draftToShape,
  openRingMessage,
  type ShapeDraft,
  shapeDraftMessage,
  shapeToDraft,
} from './shape-draft.ts'
import { ShapeEditor } from './shape-editor.tsx'
import { shapeLoss } from './shape-loss.ts'
import { readShapeProblems, shapeProblemText } from './shape-problems.tsx'
import { toWireFacts } from './use-create-zone.ts'
import { useZonesAround } from './use-zones-around.ts'
import { toWireShape } from './wire-shape.ts'
import { type ZoneFacts, ZoneFactsFields } from './zone-facts-fields.tsx'
import { useZoneSteps, ZoneStepButtons } from './zone-steps.tsx'

type Props = { zone: Zone; opened: boolean; onClose: () => void }

export function EditZoneDialog({ zone, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Edit Zone`} width={1080}>
      <EditForm key={zone.id} zone={zone} onClose={onClose} />
    </ResponsiveDialog>
  )
}

type Draft = ZoneFacts & { shape: ShapeDraft; shapeVersion: number; redrawn: boolean }

const failureText = t`The zone couldn’t be updated. Try again.`

/** Returns the problems with a redrawn shape; an unchanged shape is not validated again. */
function findShapeProblems({ redrawn, shape }: Draft) {
  const newShape = redrawn ? draftToShape(shape) : undefined
  const verdict = newShape && validateShape(newShape)
  return verdict?.ok === false ? verdict.problems : []
}

function validate(draft: Draft): FormErrors {
  const errors: FormErrors = {}
  const { name, maxCapacity } = draft
  if (name.trim() === '') errors.name = t`Zone name is required`
  const hasCapacity = maxCapacity !== '' && maxCapacity !== null && maxCapacity !== undefined
  if (hasCapacity && !(toFieldNumber(maxCapacity) > 0))
    errors.maxCapacity = t`Max capacity must be a positive number`
  const shapeError = draft.redrawn
    ? (shapeDraftMessage(draft.shape) ?? findShapeProblems(draft).map(shapeProblemText)[0])
    : undefined
  if (shapeError) errors.shape = shapeError
  return errors
}

function EditForm({ zone, onClose }: Omit<Props, 'opened'>) {
  const zoneName = zone.name
  const client = useQueryClient()
  const { form, draft } = useDraftForm(
    `edit-zone.${zone.id}`,
    (): Draft => ({
      name: zone.name,
      description: zone.description ?? '',
      maxCapacity: zone.maxCapacity ?? '',
      shape: shapeToDraft(zone.shape),
      // The version the drawing is based on, so that a concurrent change is not silently overwritten.
      shapeVersion: zone.shapeVersion,
      redrawn: false,
    }),
    { validate },
  )
  const save = useAct({
    call: (values: Draft) => {
      const shape = values.redrawn ? draftToShape(values.shape) : undefined
      return api.zones.update({
        zoneId: zone.id,
        ...toWireFacts(values),
        redrawn: shape ? { shape: toWireShape(shape), shapeVersion: values.shapeVersion } : undefined,
      })
    },
    onDone: saved => {
      draft.forget()
      client.setQueryData(orpc.zones.get.queryKey({ input: { zoneId: zone.id } }), saved)
      onClose()
    },
    done: ({ name }) => [t`Zone updated successfully`, t`Everyone can now see your changes to ${name}.`],
    invalidatesUnlessLive: [orpc.zones.key()],
    failed: failureText,
  })
  const [draftToConfirm, setDraftToConfirm] = useState<{ values: Draft; loss: string }>()
  const confirming = useDialog()
  /** Saves the form, after confirmation if the zone would lose parts, holes or much of its area. */
  const submit = (values: Draft) => {
    const shape = values.redrawn ? draftToShape(values.shape) : undefined
    const loss = shape && shapeLoss(zone.shape, shape)
    if (!loss) return save.mutate(values)
    setDraftToConfirm({ values, loss })
    confirming.open()
  }
  const zonesAround = useZonesAround(zone.id)
  const steps = useZoneSteps()
  const history = useShapeHistory(form.values.shape, shape => form.setValues({ shape, redrawn: true }))
  const facts = <ZoneFactsFields inputProps={form.getInputProps} takesFocus={!steps.isPhone} />
  const draftProblems = findShapeProblems(form.values)
  const problems = draftProblems.length > 0 ? draftProblems : readShapeProblems(save.error)
  return (
    <Form
      gap={0}
      onSubmit={form.onSubmit(submit, errors =>
        steps.show(errors.name || errors.maxCapacity ? 'facts' : 'shape'),
      )}
    >
      <Stack>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        {save.isError && problems.length === 0 && (
          <ProblemAlert>{errorText(save.error, failureText)}</ProblemAlert>
        )}
        {steps.isPhone && steps.renderFacts(facts)}
        {steps.renderShape(
          <ShapeEditor
            draft={form.values.shape}
            history={history}
            problems={problems}
            error={toErrorText(form.errors.shape)}
            // The details behind the dialog have a map of the current zone, so this label must differ.
            mapLabel={t`Map for editing ${zoneName}`}
            around={zonesAround}
          >
            {!steps.isPhone && facts}
          </ShapeEditor>,
        )}
      </Stack>
      <ZoneStepButtons
        steps={steps}
        submitsFromMap
        label={t`Save Zone`}
        workingLabel={t`Saving…`}
        working={save.isPending}
        blocked={openRingMessage(form.values.shape)}
        onCancel={cancel}
      />
      {draftToConfirm && (
        <ShapeLossDialog
          {...confirming.props}
          loss={draftToConfirm.loss}
          onSave={() => save.mutate(draftToConfirm.values)}
        />
      )}
    </Form>
  )

  /** Discards the draft, so that the dialog starts from the current zone when it is next opened. */
  function cancel() {
    draft.forget()
    onClose()
  }
}

type ShapeLossDialogProps = { opened: boolean; onClose: () => void; loss: string; onSave: () => void }

/** Asks for confirmation before saving an edit through which the zone loses something. */
function ShapeLossDialog({ opened, onClose, loss, onSave }: ShapeLossDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Save this shape?`}
      confirmLabel={t`Save Zone`}
      workingLabel={t`Saving…`}
      // The form behind this dialog reports the outcome.
      onConfirm={async () => onSave()}
      failure={() => ''}
    >
      <p>{loss}</p>
      <p>{t`You can restore the current shape from the shape history.`}</p>
    </ConfirmDialog>
  )
}
