import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Alert,
  Button,
  PasswordInput,
  Radio,
  type RadioGroupProps,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { MapSettings } from '@muster/contract/maps.ts'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import {
  findProblems,
  type MapChoice,
  type MapDraft,
  mapChoices,
  placeSearchChoices,
  toBaseMap,
  toMapDraft,
  toUpdate,
} from './map-draft.ts'
import { MapPreview } from './map-preview.tsx'
import classes from './map-settings.module.css'

export function MapSettingsForm({ settings }: { settings: MapSettings }) {
  const client = useQueryClient()
  const formId = useId()
  const form = useMarkedForm<MapDraft>({
    initialValues: toMapDraft(settings),
    validate: draft => findProblems(draft, settings),
  })
  const save = useAct({
    call: api.maps.update,
    onDone: savedSettings => client.setQueryData(orpc.maps.settings.queryKey(), savedSettings),
    done: [t`Map settings saved`, t`All maps use the new settings.`],
    invalidates: [orpc.maps.base.key()],
  })
  const isLocked = settings.fromEnvironment
  const { kind } = form.values
  // Debounced, because the URL would otherwise be tested on every keystroke.
  const [settledDraft] = useDebouncedValue(form.values, 600)
  const isFilledIn = Object.keys(findProblems(settledDraft, { hasGoogleKey: true })).length === 0
  const submit = form.onSubmit(draft => {
    if (!save.isPending) save.mutate(toUpdate(draft, settings))
  })

  return (
    <form id={formId} className={classes.columns} onSubmit={submit} noValidate>
      <Stack>
        {isLocked && (
          <Alert icon={<IconLock size="1.25rem" aria-hidden />} color="gray" title={t`Set by the operator`}>
            <Trans>
              The map is set by environment variables (MAP_BASE). Remove them to choose a map here.
            </Trans>
          </Alert>
        )}
        <ChoiceCards
          label={t`Base map`}
          choices={mapChoices}
          isLocked={isLocked}
          {...form.getInputProps('kind')}
        />
        {kind === 'style' && (
          <>
            <TextInput
              label={t`Style address`}
              description={t`The address of a MapLibre style. The server reads it once and allows only the hosts that it uses.`}
              placeholder="https://maps.example.org/style.json"
              {...form.getInputProps('styleUrl')}
              disabled={isLocked}
              inputMode="url"
            />
            <TextInput
              label={t`Satellite style address (optional)`}
              description={t`Used for the satellite view.`}
              {...form.getInputProps('satelliteUrl')}
              disabled={isLocked}
              inputMode="url"
            />
          </>
        )}
        {kind === 'pmtiles' && (
          <TextInput
            label={t`PMTiles file`}
            description={t`An address, or /map-files/name.pmtiles for a file in the maps folder inside the data folder.`}
            placeholder="/map-files/city.pmtiles"
            {...form.getInputProps('pmtilesUrl')}
            disabled={isLocked}
          />
        )}
        {kind === 'google' && (
          <PasswordInput
            label={t`Google Maps key`}
            description={
              settings.googleKeyFromEnvironment
                ? t`Set by the operator (GOOGLE_MAPS_KEY).`
                : settings.hasGoogleKey
                  ? t`A key is set. Enter a new one to replace it.`
                  : t`Restrict the key to this address in the Google Cloud console, because every signed-in browser can see it.`
            }
            {...form.getInputProps('googleKey')}
            disabled={isLocked || settings.googleKeyFromEnvironment}
            autoComplete="off"
          />
        )}
      </Stack>
      <MapPreview settings={settings} draft={isFilledIn ? toBaseMap(settledDraft) : undefined} />
      <Stack>
        <ChoiceCards
          label={t`Search for places`}
          description={
            settings.placeSearchFromEnvironment
              ? t`Set by the operator (GEOCODER_URL or MAP_BASE).`
              : t`Limited to one search per second in total. Results are cached for an hour.`
          }
          choices={placeSearchChoices}
          isLocked={settings.placeSearchFromEnvironment}
          {...form.getInputProps('placeSearch')}
        />
        <FailedAct act={save} failed={t`The map settings couldn’t be saved. Try again.`} />
        {!(isLocked && settings.placeSearchFromEnvironment) && (
          <Button type="submit" loading={save.isPending}>
            {save.isPending ? t`Saving…` : t`Save map settings`}
          </Button>
        )}
      </Stack>
    </form>
  )
}

type ChoiceCardsProps = Omit<RadioGroupProps, 'children'> & {
  choices: readonly MapChoice[]
  isLocked: boolean
}

function ChoiceCards({ choices, isLocked, ...group }: ChoiceCardsProps) {
  return (
    <Radio.Group {...group}>
      <Stack gap="xs" mt="xs">
        {choices.map(({ kind, label, text }) => (
          <Radio.Card key={kind} value={kind} className={classes.choice} disabled={isLocked}>
            <Radio.Indicator disabled={isLocked} />
            <span>
              <strong>{label}</strong>
              <Text span display="block" c="dimmed">
                {text}
              </Text>
            </span>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  )
}
