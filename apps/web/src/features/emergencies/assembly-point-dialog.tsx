import { t } from '@lingui/core/macro'
import { Group, NumberInput, Slider, Text, TextInput } from '@mantine/core'
import type { AssemblyPoint } from '@muster/contract/emergencies.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { formatMeters } from '../../lib/format-accuracy.ts'
import { locator } from '../../lib/geolocation/locator.ts'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { announce } from '../../ui/live/live-region.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import classes from './assembly-point-dialog.module.css'
import { AssemblyPointsMap } from './assembly-points-map.tsx'

const leastRadius = 5
const defaultRadius = 30

type Props = {
  zoneId: string
  zone: { name: string; shape: ZoneShape } | undefined
  /** The point to change, or undefined for another one. */
  point: AssemblyPoint | undefined
  others: readonly AssemblyPoint[]
  /** True if somebody removed the point meanwhile. */
  isGone: boolean
  onClose: () => void
  /** Saves the point; rejects if it could not be saved. */
  onSave: (point: AssemblyPoint) => Promise<unknown>
}

export function AssemblyPointDialog(props: Props) {
  return (
    <ResponsiveDialog
      opened
      width={720}
      onClose={props.onClose}
      title={props.point ? t`Change assembly point` : t`Add assembly point`}
    >
      <PointForm {...props} />
    </ResponsiveDialog>
  )
}

/** The value of a number field, which is empty or a text while it is being typed. */
type Typed = number | string

const isWithin = (value: Typed, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most

function PointForm({ zoneId, zone, point, others, isGone, onClose, onSave }: Props) {
  const isTaken = (name: string) => others.some(it => it.name === name.trim())
  const form = useActForm({
    draft: `assembly-point-${zoneId}-${point?.name ?? ''}`,
    values: () => ({
      name: point?.name ?? '',
      lat: (point?.lat ?? '') as Typed,
      lng: (point?.lng ?? '') as Typed,
      radius: (point?.radiusMeters ?? defaultRadius) as Typed,
    }),
    validate: {
      name: name =>
        name.trim() === ''
          ? t`Name is required`
          : isTaken(name)
            ? t`There is already a place with this name.`
            : null,
      lat: lat => (isWithin(lat, -90, 90) ? null : t`Tap the map or enter a latitude`),
      lng: lng => (isWithin(lng, -180, 180) ? null : t`Tap the map or enter a longitude`),
      radius: radius =>
        isWithin(radius, leastRadius, limits.assemblyPointRadiusMost)
          ? null
          : t`Between ${{ least: leastRadius }} and ${{ most: limits.assemblyPointRadiusMost }} m`,
    },
    call: ({ name, lat, lng, radius }) =>
      onSave({
        name: name.trim(),
        lat: Number(lat),
        lng: Number(lng),
        radiusMeters: Math.round(Number(radius)),
      }),
    done: t`Assembly point saved`,
    failed: t`The assembly points couldn’t be saved. Try again.`,
    onClose,
  })
  const [lookAt, setLookAt] = useState<LatLng>()
  const { name, lat, lng, radius } = form.values
  const place = (at: LatLng) => {
    // Six decimals are about 0.1 m.
    form.setValues({ lat: Number(at.lat.toFixed(6)), lng: Number(at.lng.toFixed(6)) })
    for (const field of ['lat', 'lng']) form.clearFieldError(field)
  }
  const locate = useAct({
    call: () => locator.find('location'),
    onDone: found => {
      if ('problem' in found) return
      place(found)
      setLookAt({ lat: found.lat, lng: found.lng })
    },
  })
  const hasPlace = isWithin(lat, -90, 90) && isWithin(lng, -180, 180)
  const shownRadius = isWithin(radius, leastRadius, limits.assemblyPointRadiusMost) ? radius : defaultRadius
  const edited = useMemo(
    () => (hasPlace ? { name: name.trim(), lat, lng, radiusMeters: shownRadius } : undefined),
    [hasPlace, name, lat, lng, shownRadius],
  )
  // A place that was typed may be out of sight.
  const reveal = () => edited && setLookAt({ lat: edited.lat, lng: edited.lng })
  return (
    <ActForm form={form} label={point ? t`Save` : t`Add assembly point`} workingLabel={t`Saving…`} gap="sm">
      {isGone && (
        <ProblemAlert>
          {t`Someone else has removed or renamed this point since you opened it. Save adds it again.`}
        </ProblemAlert>
      )}
      {locate.data && 'problem' in locate.data && <ProblemAlert>{locate.data.problem}</ProblemAlert>}
      <TextInput
        label={t`Name`}
        placeholder={t`North gate`}
        required
        maxLength={80}
        {...form.getInputProps('name')}
        data-autofocus
      />
      <div className={classes.map}>
        <AssemblyPointsMap
          zone={zone}
          points={others}
          edited={edited}
          lookAt={lookAt}
          onPick={at => {
            place(at)
            announce(t`The point was moved.`)
          }}
          note={!hasPlace && <Text>{t`Tap where people meet.`}</Text>}
        />
      </div>
      <Group gap="sm" wrap="nowrap" align="flex-end">
        <NumberInput
          label={t`Radius (m)`}
          w={110}
          min={leastRadius}
          max={limits.assemblyPointRadiusMost}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('radius')}
        />
        <Group flex={1} mih={44} px="xs">
          <Slider
            flex={1}
            thumbLabel={t`Radius (m)`}
            thumbValueText={formatMeters}
            label={null}
            size="lg"
            thumbSize={28}
            min={leastRadius}
            max={limits.assemblyPointRadiusMost}
            value={shownRadius}
            onChange={metres => form.setFieldValue('radius', metres)}
          />
        </Group>
      </Group>
      <Button
        variant="default"
        icon={IconCurrentLocation}
        loading={locate.isPending}
        onClick={() => locate.mutate()}
      >
        {t`I’m standing there now`}
      </Button>
      <Group grow wrap="nowrap" align="flex-start">
        <NumberInput
          label={t`Latitude`}
          min={-90}
          max={90}
          hideControls
          {...form.getInputProps('lat')}
          onBlur={reveal}
        />
        <NumberInput
          label={t`Longitude`}
          min={-180}
          max={180}
          hideControls
          {...form.getInputProps('lng')}
          onBlur={reveal}
        />
      </Group>
    </ActForm>
  )
}
