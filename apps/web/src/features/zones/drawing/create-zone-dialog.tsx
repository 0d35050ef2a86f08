import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, NumberInput, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { boxAround } from '@muster/domain/geo/box-around.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { rectangleFormErrors, toFieldNumber } from '@muster/domain/zone-form.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { creationErrorText } from '../../../lib/error-text.ts'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx'
import { FormButtons } from '../../../ui/forms/form-buttons.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { useDraftForm } from '../../../ui/forms/use-draft-form.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { useNewZonePlace } from '../../organisations/public.ts'
import { CornerFields } from './corner-fields.tsx'
import { toErrorText } from './form-errors.ts'
import { FromLocation } from './from-location.tsx'
import { notifyCreated } from './notify-created.ts'
import { emptyDraft, type ZoneDraft } from './zone-draft.ts'

const defaultCapacity = 50

type Props = {
  opened: boolean
  onClose: () => void
  /** Starts with a box around the person's position, which is requested from the device immediately. */
  here?: boolean
}

/** Creates a zone from two corners: an exact box, or the circle through them. */
export function CreateZoneDialog({ opened, onClose, here = false }: Props) {
  const title = here ? t`Create Zone from Location` : t`Create Normal Zone`
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={title} width={520}>
      <ZoneForm onClose={onClose} here={here} />
    </ResponsiveDialog>
  )
}

function toInput(draft: ZoneDraft) {
  const { requestId, boundary, name, description, maxCapacity } = draft
  const capacity = toFieldNumber(maxCapacity)
  return {
    requestId,
    name: name.trim(),
    description: description.trim(),
    maxCapacity: Number.isNaN(capacity) ? null : Math.round(capacity),
    shape: {
      boundary,
      start: { lat: toFieldNumber(draft.startLat), lng: toFieldNumber(draft.startLng) },
      end: { lat: toFieldNumber(draft.endLat), lng: toFieldNumber(draft.endLng) },
    },
  }
}

/** Creates a request id, so that a retry does not create a second zone. */
const createId = () => uuidV7()

/** Rounds to six decimals, about a tenth of a metre. */
const roundDegrees = (value: number) => Number(value.toFixed(6))

const failureText = (here: boolean) =>
  here ? t`Failed to create zone from current location` : t`Failed to create zone. Please try again.`

function ZoneForm({ onClose, here = false }: Omit<Props, 'opened'>) {
  const failure = failureText(here)
  /** The problems found on the last submit, in one sentence, with the number of the attempt. */
  const [formProblem, setFormProblem] = useState<{ text: string | undefined; attempt: number }>()
  const fieldsRef = useRef<HTMLDivElement>(null)
  // Focus the field only after the sentence has been rendered, so that the field stays visible if the screen cannot show both.
  useEffect(() => {
    if (formProblem) fieldsRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [formProblem])
  const boundaryLabelId = useId()
  const place = useNewZonePlace()
  const { form, draft } = useDraftForm<ZoneDraft>('zone', () => emptyDraft(createId()), {
    validateInputOnBlur: true,
    validate: values => ({
      ...Object.fromEntries(
        rectangleFormErrors(values).map(({ field, message }) => [field, i18n._(message)]),
      ),
      ...place.errors(values),
    }),
  })
  const placeFields = place.in(form)
  const create = useAct({
    call: (values: ZoneDraft) => api.zones.create({ ...toInput(values), ...placeFields.sent }),
    onDone: zone => {
      draft.forget()
      notifyCreated(zone)
      onClose()
    },
    invalidatesUnlessLive: [orpc.zones.key(), orpc.zoneRequests.key()],
    onError: draft.renewRequest,
    failed: error => creationErrorText(error, failure),
  })

  const fillFromLocation = (here: LatLng) => {
    const { start, end } = boxAround(here)
    // Fields are set individually, so that the errors of other fields stay.
    form.setFieldValue('startLat', roundDegrees(start.lat))
    form.setFieldValue('startLng', roundDegrees(start.lng))
    form.setFieldValue('endLat', roundDegrees(end.lat))
    form.setFieldValue('endLng', roundDegrees(end.lng))
    if (form.getValues().maxCapacity === '') form.setFieldValue('maxCapacity', defaultCapacity)
  }

  const clear = () => {
    draft.discard()
    setFormProblem(undefined)
    create.reset()
  }

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        values => {
          setFormProblem(undefined)
          create.mutate(values)
        },
        (errors, values) => {
          create.reset()
          const messages = rectangleFormErrors(values).map(({ message }) => i18n._(message))
          const text = messages.join(', ') || toErrorText(errors.organisationId)
          setFormProblem(previous => ({ text, attempt: (previous?.attempt ?? 0) + 1 }))
        },
      )}
    >
      <Stack ref={fieldsRef}>
        <DraftNotice isRestored={draft.isRestored} onDiscard={clear} />
        {formProblem && <ProblemAlert key={formProblem.attempt}>{formProblem.text}</ProblemAlert>}
        {create.isError && <ProblemAlert>{creationErrorText(create.error, failure)}</ProblemAlert>}
        <TextInput
          label={t`Zone name`}
          required
          maxLength={120}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t`Description`}
          rows={3}
          resize="vertical"
          maxLength={2000}
          {...form.getInputProps('description')}
        />
        <NumberInput
          label={t`Max capacity`}
          description={t`Leave empty for no limit.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('maxCapacity')}
        />
        {placeFields.field}
        <div>
          <Text component="div" fw={600} mb={4} id={boundaryLabelId}>
            <Trans>Shape</Trans>
          </Text>
          <SegmentedControl
            aria-labelledby={boundaryLabelId}
            fullWidth
            data={[
              { value: 'rectangle', label: t`Box` },
              { value: 'circle', label: t`Circle` },
            ]}
            {...form.getInputProps('boundary')}
          />
          <Text size="xs" c="dimmed">
            {form.values.boundary === 'rectangle'
              ? t`The rectangle between the two corners.`
              : t`The circle through both corners, centred between them.`}
          </Text>
        </div>
        <FromLocation
          help={t`Sets both corners around your current position.`}
          onLocate={fillFromLocation}
          atOnce={here}
        />
        <CornerFields
          legend={t`Start corner`}
          lat="startLat"
          lng="startLng"
          inputProps={form.getInputProps}
        />
        <CornerFields legend={t`End corner`} lat="endLat" lng="endLng" inputProps={form.getInputProps} />
      </Stack>
      <FormButtons
        label={placeFields.act}
        workingLabel={placeFields.acting}
        working={create.isPending}
        onCancel={onClose}
      >
        {form.isDirty() && !create.isPending && (
          <Button variant="subtle" color="gray" onClick={clear}>
            <Trans>Clear</Trans>
          </Button>
        )}
      </FormButtons>
    </form>
  )
}
