import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { validateShape } from '@muster/domain/geo/validate-shape.ts'
import { limits } from '@muster/domain/limits.ts'
import { multiCoordinateFormErrors } from '@muster/domain/zone-form.ts'
import { v7 as uuidV7 } from 'uuid'
import { creationErrorText } from '../../../lib/error-text.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { ZoneMap } from '../../../map/public.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx'
import { FormButtons } from '../../../ui/forms/form-buttons.tsx'
import { useDraftForm } from '../../../ui/forms/use-draft-form.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { type NewZonePlace, noPlace, useNewZonePlace } from '../../organisations/public.ts'
import { type CoordinateList, emptyList, toPoints } from './coordinate-list.ts'
import { CoordinateListEditor } from './coordinate-list-editor.tsx'
import { toErrorText, toFormErrors } from './form-errors.ts'
import { readShapeProblems, ShapeProblems, toMarkers } from './shape-problems.tsx'
import { useCreateZone } from './use-create-zone.ts'
import { useLastCompleteShape } from './use-last-complete-shape.ts'
import { type ZoneFacts, ZoneFactsFields } from './zone-facts-fields.tsx'

const defaultCapacity = 50

type Props = { opened: boolean; onClose: () => void }

/** Creates a zone from a list of three or more points. */
export function MultiCoordinateDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Create Multi-Coordinate Zone`} width={640}>
      <MultiCoordinateForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

type Draft = ZoneFacts & NewZonePlace & { requestId: string; list: CoordinateList }

const failureText = t`Failed to create multi-coordinate zone`
const least = formatCount(limits.capacityMin)
const maxCapacity = formatCount(limits.capacityMax)
const capacityHelp = t`From ${least} to ${maxCapacity}. Leave empty for no limit.`
const emptyDraft = (): Draft => ({
  requestId: uuidV7(),
  name: '',
  description: '',
  maxCapacity: defaultCapacity,
  list: emptyList,
  ...noPlace,
})

/** Converts the list of points to a polygon. */
const toShape = ({ list }: Draft) => ({ boundary: 'polygon' as const, points: toPoints(list) })

function findShapeProblems(draft: Draft) {
  const shape = toShape(draft)
  const verdict = shape.points.length >= limits.polygonMinPoints ? validateShape(shape) : undefined
  return verdict?.ok === false ? verdict.problems : []
}

function validate(draft: Draft) {
  const { points } = toShape(draft)
  const errors = multiCoordinateFormErrors({ ...draft, points, editing: draft.list.editing !== null })
  return toFormErrors(errors, 'list', findShapeProblems(draft))
}

function MultiCoordinateForm({ onClose }: Omit<Props, 'opened'>) {
  const place = useNewZonePlace()
  const { form, draft } = useDraftForm('multi-coordinate-zone', emptyDraft, {
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
  const { list, name } = form.values
  const shape = toShape(form.values)
  const completeShape = shape.points.length >= limits.polygonMinPoints ? shape : undefined
  const formerShape = useLastCompleteShape(completeShape, shape.points.length === 0)
  const draftProblems = findShapeProblems(form.values)
  const problems = draftProblems.length > 0 ? draftProblems : readShapeProblems(create.error)
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(values =>
        create.mutate({ ...values, shape: toShape(values), ...placeFields.sent }),
      )}
    >
      <Stack>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        {create.isError && problems.length === 0 && (
          <ProblemAlert>{creationErrorText(create.error, failureText)}</ProblemAlert>
        )}
        <ZoneFactsFields inputProps={form.getInputProps} capacityHelp={capacityHelp} />
        {placeFields.field}
        <Stack data-field="list">
          <CoordinateListEditor
            list={list}
            onChange={next => form.setValues({ list: next })}
            error={draftProblems.length > 0 ? undefined : toErrorText(form.errors.list)}
          />
          <ShapeProblems problems={problems} />
        </Stack>
        {(completeShape || formerShape) && (
          <ZoneMap
            label={t`Map of the new zone`}
            shape={completeShape}
            others={formerShape && [{ id: 'former', shape: formerShape, grey: true }]}
            problems={toMarkers(problems)}
          />
        )}
      </Stack>
      <FormButtons
        label={placeFields.act}
        workingLabel={placeFields.acting}
        working={create.isPending}
        onCancel={onClose}
      >
        {(shape.points.length > 0 || name !== '') && !create.isPending && (
          <Button variant="subtle" color="gray" onClick={draft.discard}>
            <Trans>Clear</Trans>
          </Button>
        )}
      </FormButtons>
    </form>
  )
}
