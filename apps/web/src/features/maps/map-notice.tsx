import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Card, Flex, Group, Text } from '@mantine/core'
import type { MapSettings } from '@muster/contract/maps.ts'
import { IconMap } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { formatHosts } from './map-draft.ts'

/** Shown until a super admin has decided which hosts the maps of a new installation contact. */
export function MapNotice() {
  const { data } = useQuery(orpc.maps.settings.queryOptions())
  return data && !data.chosen ? <Notice settings={data} /> : null
}

function Notice({ settings }: { settings: MapSettings }) {
  const headingId = useId()
  const client = useQueryClient()
  const hosts = formatHosts(settings.hosts)
  const asksPlaceSearch = !settings.placeSearchFromEnvironment
  const saveChoice = useAct({
    call: api.maps.update,
    onDone: savedSettings => client.setQueryData(orpc.maps.settings.queryKey(), savedSettings),
    done: ({ base }) => [
      base.kind === 'built_in' ? t`Maps only use this server` : t`Maps show streets`,
      t`You can change this at any time in Map settings.`,
    ],
    invalidates: [orpc.maps.base.key()],
  })
  const chooseMap = (kind: 'openfreemap' | 'built_in') => {
    const placeSearch = kind === 'built_in' ? ('none' as const) : ('photon' as const)
    saveChoice.mutate({ base: { kind }, ...(asksPlaceSearch ? { placeSearch } : {}) })
  }
  return (
    <Card component="section" aria-labelledby={headingId}>
      <Flex component="h2" id={headingId} align="center" gap="xs">
        <IconMap size="1.25rem" aria-hidden /> {t`Maps show streets`}
      </Flex>
      <Text c="dimmed" maw="76ch">
        <Trans>
          Every browser that shows a map loads the streets from {hosts}. That service sees the browser’s IP
          address and which area is viewed. It doesn’t see zones, positions or who is signed in.
        </Trans>
      </Text>
      {asksPlaceSearch && (
        <Text c="dimmed" maw="76ch">
          <Trans>
            Place search is off. If you turn it on, this server sends search text to photon.komoot.io, which
            sees only this server’s address.
          </Trans>
        </Text>
      )}
      <FailedAct act={saveChoice} failed={t`The map settings couldn’t be saved. Try again.`} />
      <Group gap="8px 12px" mt={4}>
        <Button
          loading={saveChoice.isPending && saveChoice.variables.base?.kind === 'openfreemap'}
          onClick={() => chooseMap('openfreemap')}
        >
          {asksPlaceSearch ? t`Keep streets and search places` : t`Keep streets`}
        </Button>
        <Button
          variant="default"
          loading={saveChoice.isPending && saveChoice.variables.base?.kind === 'built_in'}
          onClick={() => chooseMap('built_in')}
        >
          {t`Use this server only`}
        </Button>
        <Anchor c="var(--m-text)" underline="always" py="sm" px={4} href={`#${paths.mapSettings}`}>
          {t`Map settings`}
        </Anchor>
      </Group>
    </Card>
  )
}
