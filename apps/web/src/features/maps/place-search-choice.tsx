import { t } from '@lingui/core/macro'
import { Radio, Stack, Text } from '@mantine/core'
import type { MapSettings } from '@muster/contract/maps.ts'
import type { PlaceSearchKind } from '@muster/domain/base-map.ts'
import classes from './map-settings.module.css'

const choices: readonly { kind: PlaceSearchKind; label: string; text: string }[] = [
  {
    kind: 'none',
    label: t`Off`,
    text: t`Search finds zones and coordinates only. Search text stays on this server.`,
  },
  {
    kind: 'photon',
    label: 'Photon',
    text: t`Towns, streets and houses. This server sends search text to photon.komoot.io.`,
  },
  {
    kind: 'nominatim',
    label: 'Nominatim',
    text: t`The same data, from nominatim.openstreetmap.org. For occasional searches only, because all Muster installations share its limit.`,
  },
]

type Props = {
  settings: Pick<MapSettings, 'placeSearchFromEnvironment'>
  field: { value?: unknown; onChange: (kind: string) => void }
}

/** Selects a place search service. The service sees the IP address of this server and the search text, but not the user. */
export function PlaceSearchChoice({ settings, field }: Props) {
  const isLocked = settings.placeSearchFromEnvironment
  return (
    <Radio.Group
      label={t`Search for places`}
      description={
        isLocked
          ? t`Set by the operator (GEOCODER_URL or MAP_BASE).`
          : t`Limited to one search per second in total. Results are cached for an hour.`
      }
      {...field}
      value={String(field.value)}
    >
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
