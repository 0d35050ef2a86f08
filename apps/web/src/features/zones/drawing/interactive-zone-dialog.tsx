import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import { interactiveFormErrors } from '@muster/domain/zone-form.ts'
import { v7 as uuidV7 } from 'uuid'
import { creationErrorText } from '../../../lib/error-text.ts'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx'
import { FormButtons } from '../../../ui/forms/form-buttons.tsx'
import { useDraftForm } from '../../../ui/forms/use-draft-form.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { type NewZonePlace, noPlace, useNewZonePlace } from '../../organisations/public.ts'
import { toErrorText, toFormErrors } from './form-errors.ts'
import {
  draftToShape,
  openRingMessage,
  type ShapeDraft,
  shapeDraftMessage,
  shapeToDraft,
} from './shape-draft.ts'
import { ShapeEditor } from './shape-editor.tsx'
import { readShapeProblems } from './shape-problems.tsx'
import { useCreateZone } from './use-create-zone.ts'
import { useZonesAround } from './use-zones-around.ts'
import { type ZoneFacts, ZoneFactsFields } from './zone-facts-fields.tsx'

type Props = { opened: boolean; onClose: () => void }

/** Creates a zone by drawing it on a map. */
export function InteractiveZoneDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Interactive Zone Creator`} width={1080}>
      <InteractiveForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

type Draft = ZoneFacts & NewZonePlace & { requestId: string; shape: ShapeDraft }

const failureText = t`Failed to create zone. Please try again.`
const emptyDraft = (): Draft => ({
  requestId: uuidV7(),
  name: '',
  description: '',
  maxCapacity: '',
  shape: shapeToDraft(undefined),
  ...noPlace,
})

function findShapeProblems(draft: Draft) {
  const shape = draftToShape(draft.shape)
  const verdict = shape && validateShape(shape)
  return verdict?.ok === false ? verdict.problems : []
}

function validate(draft: Draft) {
  // A box or circle has two corners instead of points, so a list of three stands in for a complete set.
  const points =
    draft.shape.kind === 'polygon' ? draft.shape.parts.flat().flatMap(it => it.points) : [1, 2, 3]
  const errors = toFormErrors(
    interactiveFormErrors({ signedIn: true, ...draft, points }),
    'shape',
    findShapeProblems(draft),
  )
  const message = shapeDraftMessage(draft.shape)
  return errors.shape || !message ? errors : { ...errors, shape: message }
}

function InteractiveForm({ onClose }: Omit<Props, 'opened'>) {
  const place = useNewZonePlace()
  const { form, draft } = useDraftForm('interactive-zone', emptyDraft, {
    validate: values => ({ ...validate(values), ...place.errors(values) }),
  })
  const placeFields = place.in(form)
  const create = useCreateZone(
    failureText,
    () => {
      draft.forget()
      onClose()
    },
    draft.renewRequest,
  )
  const zonesAround = useZonesAround()
  const draftProblems = findShapeProblems(form.values)
  const problems = draftProblems.length > 0 ? draftProblems : readShapeProblems(create.error)
  const submit = (values: Draft) => {
    const shape = draftToShape(values.shape)
    if (shape) create.mutate({ ...values, shape, ...placeFields.sent })
  }
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        {create.isError && problems.length === 0 && (
          <ProblemAlert>{creationErrorText(create.error, failureText)}</ProblemAlert>
        )}
        <ZoneFactsFields inputProps={form.getInputProps} />
        {placeFields.field}
        <ShapeEditor
          draft={form.values.shape}
          onChange={shape => form.setValues({ shape })}
          problems={problems}
          error={toErrorText(form.errors.shape)}
          mapLabel={t`Map of the new zone`}
          around={zonesAround}
        />
      </Stack>
      <FormButtons
        label={placeFields.act}
        workingLabel={placeFields.acting}
        working={create.isPending}
        blocked={openRingMessage(form.values.shape)}
        onCancel={onClose}
      >
        {!create.isPending && (
          <Button variant="subtle" color="gray" onClick={draft.discard}>
            <Trans>Clear</Trans>
          </Button>
        )}
      </FormButtons>
    </form>
  )
}
