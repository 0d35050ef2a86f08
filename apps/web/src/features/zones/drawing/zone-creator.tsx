import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { boxAround } from '@muster/domain/geo/box-around.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconCurrentLocation, IconFileImport, IconListNumbers } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { creationErrorText } from '../../../lib/error-text.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { DrawToolButton } from '../../../map/public.tsx'
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useDraftForm } from '../../../ui/forms/use-draft-form.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { noPlace, useNewZonePlace } from '../../organisations/public.ts'
import { useShapeHistory } from '../detail/use-shape-history.ts'
import {
  type CreationMethod,
  creationErrors,
  creationFailures,
  defaultCapacity,
  findShapeProblems,
  methodForKind,
  type NewZoneDraft,
  prepareDraft,
  rectangleMessages,
} from './creation-methods.ts'
import { toErrorText } from './form-errors.ts'
import { draftToShape, isBlank, openRingMessage, shapeToDraft } from './shape-draft.ts'
import { ShapeEditor } from './shape-editor.tsx'
import { readShapeProblems } from './shape-problems.tsx'
import { useCreateZone } from './use-create-zone.ts'
import { useFromLocation } from './use-from-location.ts'
import { useZonesAround } from './use-zones-around.ts'
import { ZoneFactsFields } from './zone-facts-fields.tsx'
import { useZoneSteps, ZoneStepButtons } from './zone-steps.tsx'

type Props = {
  method: CreationMethod
  onMethod: (method: CreationMethod) => void
  onClose: () => void
}

const emptyDraft = (): NewZoneDraft => ({
  requestId: uuidV7(),
  name: '',
  description: '',
  maxCapacity: '',
  shape: shapeToDraft(undefined),
  ...noPlace,
})

/** Returns the empty draft of a method, so that opening the creator alone stores no draft. */
function startDraft(method: CreationMethod): NewZoneDraft {
  const draft = emptyDraft()
  return { ...draft, ...prepareDraft(method, draft) }
}

const least = formatCount(limits.capacityMin)
const most = formatCount(limits.capacityMax)
const capacityHelp = t`From ${least} to ${most}. Leave empty for no limit.`

/** Rounds to six decimals, about a tenth of a metre. */
const roundPlace = ({ lat, lng }: LatLng) => ({ lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) })

export function ZoneCreator({ method, onMethod, onClose }: Props) {
  const failure = creationFailures[method]
  const place = useNewZonePlace()
  const { form, draft } = useDraftForm('zone', () => startDraft(method), {
    validate: values => ({ ...creationErrors(method, values), ...place.errors(values) }),
  })
  const placeFields = place.in(form)
  const create = useCreateZone(
    failure,
    () => {
      draft.forget()
      onClose()
    },
    draft.renewRequest,
  )
  // Whatever leads to another method: its kind of shape and its default capacity are only offered where there is nothing yet, and the
  // default capacity of coordinates goes with them.
  const preparedMethod = useRef<CreationMethod>(undefined)
  useEffect(() => {
    if (preparedMethod.current === method) return
    const { shape, maxCapacity } = prepareDraft(method, form.getValues(), preparedMethod.current)
    preparedMethod.current = method
    form.setFieldValue('shape', shape)
    form.setFieldValue('maxCapacity', maxCapacity)
  })
  const history = useShapeHistory(form.values.shape, shape => form.setFieldValue('shape', shape))
  const location = useFromLocation((here, isRequested) => {
    const { start, end } = boxAround(here)
    const { shape, maxCapacity } = form.getValues()
    // Only a press of the tool, which Undo reverts, replaces a shape that was drawn meanwhile or restored.
    if (!isRequested && !isBlank(shape)) return
    history.change({
      ...shape,
      kind: 'rectangle',
      start: roundPlace(start),
      end: roundPlace(end),
    })
    if (maxCapacity === '') form.setFieldValue('maxCapacity', defaultCapacity)
    onMethod('location')
  }, method === 'location')
  const zonesAround = useZonesAround()
  const steps = useZoneSteps()
  /** The messages of the rectangle form after a submit, in one sentence, as specified. */
  const [formProblem, setFormProblem] = useState<string>()
  const draftProblems = findShapeProblems(form.values)
  const problems = draftProblems.length > 0 ? draftProblems : readShapeProblems(create.error)
  const openRing = openRingMessage(form.values.shape)

  const submit = (values: NewZoneDraft) => {
    setFormProblem(undefined)
    const shape = draftToShape(values.shape)
    if (shape) create.mutate({ ...values, shape, ...placeFields.sent })
  }
  const refuse = (errors: Record<string, unknown>, values: NewZoneDraft) => {
    create.reset()
    steps.show(errors.shape && !errors.name ? 'shape' : 'facts')
    const messages = rectangleMessages(values).map(({ message }) => i18n._(message))
    const isRectangle = method === 'normal' || method === 'location'
    setFormProblem(isRectangle && messages.length > 0 ? messages.join(', ') : undefined)
  }
  const facts = (
    <>
      <ZoneFactsFields
        inputProps={form.getInputProps}
        takesFocus={!steps.isPhone}
        capacityHelp={method === 'multi' ? capacityHelp : undefined}
      />
      {placeFields.field}
    </>
  )
  return (
    <Form gap={0} onSubmit={form.onSubmit(submit, refuse)}>
      <Stack>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        {formProblem && <ProblemAlert>{formProblem}</ProblemAlert>}
        {create.isError && problems.length === 0 && (
          <ProblemAlert>{creationErrorText(create.error, failure)}</ProblemAlert>
        )}
        {location.problem && (
          <ProblemAlert title={t`Failed to get current location`}>{location.problem}</ProblemAlert>
        )}
        {steps.isPhone && steps.renderFacts(facts)}
        {steps.renderShape(
          <ShapeEditor
            draft={form.values.shape}
            history={history}
            problems={problems}
            error={toErrorText(form.errors.shape)}
            mapLabel={t`Map of the new zone`}
            around={zonesAround}
            onKind={kind => onMethod(methodForKind(method, kind))}
            moreTools={
              <>
                <DrawToolButton
                  label={location.isLocating ? t`Finding you…` : t`From Location`}
                  icon={IconCurrentLocation}
                  disabled={location.isLocating}
                  onClick={location.locate}
                />
                <DrawToolButton
                  label={t`Coordinates`}
                  icon={IconListNumbers}
                  pressed={method === 'multi'}
                  onClick={() => onMethod('multi')}
                />
                <DrawToolButton label={t`Import`} icon={IconFileImport} onClick={() => onMethod('import')} />
              </>
            }
          >
            {!steps.isPhone && facts}
          </ShapeEditor>,
        )}
      </Stack>
      <ZoneStepButtons
        steps={steps}
        label={placeFields.act}
        workingLabel={placeFields.acting}
        working={create.isPending}
        blocked={openRing}
        onCancel={onClose}
      />
    </Form>
  )
}
