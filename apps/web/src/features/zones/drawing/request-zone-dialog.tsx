import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Group, NumberInput, Text, Textarea, TextInput } from '@mantine/core'
import { boxAroundMeters } from '@muster/domain/geo/box-around.ts'
import { limits } from '@muster/domain/limits.ts'
import { coordinateMessage, type NumberField, toFieldNumber } from '@muster/domain/zone-form.ts'
import { IconCurrentLocation } from '@tabler/icons-react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import type { PositionReading } from '../../../lib/geolocation/reading.ts'
import { ZoneMap } from '../../../map/public.tsx'
import { Button } from '../../../ui/button.tsx'
import { inDialog } from '../../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../../ui/forms/act-form.tsx'
import { useActForm } from '../../../ui/forms/use-act-form.ts'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { type NewZonePlace, noPlace, useNewZonePlace } from '../../organisations/public.ts'
import { toErrorText } from './form-errors.ts'
import { PlaceFields, type TypedPlace } from './place-fields.tsx'
import { useFromLocation } from './use-from-location.ts'

type Props = { onClose: () => void; onRequested: (zoneRequestId: string) => void }

export const RequestZoneDialog = inDialog(RequestForm, { title: t`Request zone`, width: 520 })

type Draft = NewZonePlace & {
  /** The id of this request, stored with the draft so that a retry after a lost response does not request a second zone. */
  requestId: string
  name: string
  description: string
  center: TypedPlace
  radiusM: NumberField
}

const emptyDraft = (): Draft => ({
  requestId: uuidV7(),
  name: '',
  description: '',
  center: { lat: '', lng: '' },
  radiusM: limits.zoneRadiusM,
  ...noPlace,
})

const { zoneRadiusLeastM: minRadius, zoneRadiusMostM: maxRadius } = limits
const isValidRadius = (metres: number) => metres >= minRadius && metres <= maxRadius
const [leastText, mostText] = [formatCount(minRadius), formatCount(maxRadius)]
const radiusMessage = t`Enter a radius from ${leastText} to ${mostText} metres`

const toCenter = ({ center }: Draft) => ({ lat: toFieldNumber(center.lat), lng: toFieldNumber(center.lng) })

function validate(draft: Draft) {
  const { name, center, radiusM } = draft
  const placeMessage = coordinateMessage(center.lat, center.lng)
  return {
    ...(name.trim() === '' && { name: t`Zone name is required` }),
    ...(placeMessage && { center: i18n._(placeMessage) }),
    ...(!isValidRadius(toFieldNumber(radiusM)) && { radiusM: radiusMessage }),
  }
}

function toShape(draft: Draft) {
  const { center, radiusM } = validate(draft)
  if (center || radiusM) return undefined
  return { boundary: 'rectangle' as const, ...boxAroundMeters(toCenter(draft), toFieldNumber(draft.radiusM)) }
}

function RequestForm({ onClose, onRequested }: Props) {
  const place = useNewZonePlace({ asRequest: true })
  const form = useActForm({
    draft: 'zone-request',
    values: emptyDraft,
    fields: 'zoneRequests.submit',
    validate: values => ({ ...validate(values), ...place.errors(values) }),
    call: values =>
      api.zoneRequests.submit({
        requestId: values.requestId,
        name: values.name.trim(),
        description: values.description.trim(),
        center: toCenter(values),
        radiusM: Math.round(toFieldNumber(values.radiusM)),
        ...sent,
      }),
    onDone: ({ id }) => onRequested(id),
    done: ({ name }) => [t`Zone requested`, t`${name} is waiting for approval.`],
    invalidates: [orpc.zoneRequests.key()],
    onClose,
  })
  const { field, sent } = place.in(form)

  const shape = toShape(form.values)
  return (
    <ActForm
      form={form}
      label={t`Request zone`}
      workingLabel={t`Sending…`}
      buttons={
        form.isDirty() &&
        !form.act.isPending && (
          <Button variant="subtle" color="gray" onClick={form.draft.discard}>
            {t`Clear`}
          </Button>
        )
      }
      failed={t`The request couldn’t be sent. Try again.`}
    >
      <TextInput label={t`Zone name`} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <Textarea label={t`Description`} rows={2} resize="vertical" {...form.getInputProps('description')} />
      <FromLocation
        help={t`Sets the centre to your current position.`}
        onLocate={({ lat, lng }) =>
          form.setFieldValue('center', { lat: lat.toFixed(6), lng: lng.toFixed(6) })
        }
      />
      <div data-field="center">
        <PlaceFields
          legend={t`Centre`}
          value={form.values.center}
          onChange={center => form.setFieldValue('center', center)}
          error={toErrorText(form.errors.center)}
        />
      </div>
      <NumberInput
        label={t`Radius in metres`}
        description={t`The zone is a square that extends this far from the centre in each direction.`}
        required
        allowDecimal={false}
        hideControls
        {...form.getInputProps('radiusM')}
      />
      {shape && <ZoneMap label={t`Map of the requested zone`} shape={shape} />}
      {field}
    </ActForm>
  )
}

type FromLocationProps = {
  /** Explains which fields are filled in. */
  help: string
  onLocate: (here: PositionReading) => void
}

/** Fills the position fields of a form with the person's own position. */
function FromLocation({ help, onLocate }: FromLocationProps) {
  const { locate, isLocating, problem } = useFromLocation(onLocate)
  return (
    <>
      <Group gap="8px 12px">
        <Button variant="default" icon={IconCurrentLocation} onClick={locate} disabled={isLocating}>
          {isLocating ? t`Finding you…` : t`From Location`}
        </Button>
        <Text span size="xs" c="dimmed">
          {help}
        </Text>
      </Group>
      {problem && <ProblemAlert title={t`Failed to get current location`}>{problem}</ProblemAlert>}
    </>
  )
}
