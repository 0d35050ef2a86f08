import { plural, t } from '@lingui/core/macro'
import { Anchor, Button, Flex, Stack, Text } from '@mantine/core'
import type { Organisation } from '@muster/contract/organisations.ts'
import type { ListedZone } from '@muster/contract/zones.ts'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { MoveZoneDialog } from './organisation-dialogs.tsx'

type Props = { organisation: Organisation; mayMove: boolean }

/** The organisation's zones; client admins see only those they belong to. */
export function OrganisationZones({ organisation, mayMove }: Props) {
  const { id: organisationId } = organisation
  const moving = useDialogs<'move', ListedZone>()
  const list = usePages(orpc.organisations.zones, { organisationId, limit: 20 })
  return (
    <Flex component="section" direction="column" gap="xs" aria-labelledby="organisation-zones">
      <h2 id="organisation-zones">{t`Zones`}</h2>
      <Loaded list={list} failure={t`Failed to load zones`} skeleton={3} />
      {list.rows?.length === 0 && <Text c="dimmed">{t`No zones yet`}</Text>}
      <Rows aria-label={t`Zones`}>
        {list.rows?.map(zone => {
          const { name } = zone
          return (
            <li key={zone.id}>
              <Stack gap={2}>
                <Anchor
                  component={Link}
                  c="inherit"
                  underline="always"
                  display="inline-block"
                  py={10}
                  to="/zones/$zoneId"
                  params={{ zoneId: zone.id } as never}
                >
                  <Name>{name}</Name>
                </Anchor>
                <div>
                  <StatusBadge status={zone.status} />
                </div>
              </Stack>
              {/* A zone waiting for approval cannot be moved until it has been decided. */}
              {mayMove && zone.status !== 'pending' && (
                <Button
                  variant="default"
                  aria-label={t`Move ${name}`}
                  onClick={() => moving.open('move', zone)}
                >
                  {t`Move`}
                </Button>
              )}
            </li>
          )
        })}
      </Rows>
      <LoadMore
        list={list}
        describeCount={count => plural(count, { one: '# more zone', other: '# more zones' })}
      />
      {moving.about && (
        <MoveZoneDialog
          key={moving.about.id}
          zone={moving.about}
          from={organisation}
          {...moving.props('move')}
        />
      )}
    </Flex>
  )
}
