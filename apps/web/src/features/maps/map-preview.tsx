import { t } from '@lingui/core/macro'
import { Button, Flex, Text } from '@mantine/core'
import type { BaseMap, MapSettings, ShownMap } from '@muster/contract/maps.ts'
import { boxAround } from '@muster/domain/geo/box-around.ts'
import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { ZoneMap } from '../../map/public.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { formatHosts } from './map-draft.ts'
import classes from './map-settings.module.css'

const sampleShape = { boundary: 'rectangle' as const, ...boxAround(limits.mapDefaultCenter) }

type Props = {
  settings: MapSettings
  /** The base map in the form; undefined while its fields are incomplete. */
  draft: BaseMap | undefined
}

/** An unsaved map is tested by the server and drawn by this browser; Google Maps appears only once it is saved. */
export function MapPreview({ settings, draft }: Props) {
  const isSaved = JSON.stringify(draft) === JSON.stringify(settings.base)
  const showsTrial = draft !== undefined && draft.kind !== 'google' && !isSaved
  return (
    <Flex
      component="section"
      direction="column"
      gap="md"
      className={classes.preview}
      aria-labelledby="map-preview"
    >
      <h2 id="map-preview">{isSaved ? t`Current map` : t`Preview`}</h2>
      {isSaved && <PreviewedMap label={t`Map with current settings`} hosts={settings.hosts} />}
      {showsTrial && <TestedMap key={JSON.stringify(draft)} base={draft} />}
      {!isSaved && !showsTrial && (
        <Text c="dimmed">
          {draft ? t`Google Maps appears here once you save.` : t`Enter the address to preview the map here.`}
        </Text>
      )}
    </Flex>
  )
}

function TestedMap({ base }: { base: BaseMap }) {
  const preview = useQuery({
    ...orpc.maps.preview.queryOptions({ input: { base } }),
    // The test contacts other hosts, so it is only repeated on request.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const testMap = () => void preview.refetch()
  if (preview.isPending) return <Text c="dimmed">{t`Testing the address…`}</Text>
  if (preview.isError)
    return (
      <>
        <ProblemAlert>{errorText(preview.error, t`The address couldn’t be tested`)}</ProblemAlert>
        <Button variant="default" loading={preview.isFetching} onClick={testMap}>
          {t`Test again`}
        </Button>
      </>
    )
  const { shown, hosts } = preview.data
  return <PreviewedMap label={t`Preview of the map`} hosts={hosts} tried={shown} />
}

type PreviewedMapProps = { label: string; hosts: readonly string[]; tried?: ShownMap }

function PreviewedMap({ label, hosts, tried }: PreviewedMapProps) {
  return (
    <>
      <ZoneMap label={label} shape={sampleShape} tried={tried} />
      <Text c="dimmed">{loadingText(formatHosts(hosts), tried !== undefined)}</Text>
    </>
  )
}

function loadingText(hosts: string, isTried: boolean): string {
  if (hosts === '') return t`Browsers load the map from this server only.`
  return isTried
    ? t`Browsers would load the map from ${hosts} and no other hosts.`
    : t`Browsers load the map from ${hosts} and no other hosts.`
}
