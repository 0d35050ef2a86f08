import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import type { Organisation } from '@muster/contract/organisations.ts'
import { can } from '@muster/domain/permission.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { isNotThere } from '../../lib/error-text.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { EditOrganisationDialog, LimitsDialog, OrganisationStatusDialog } from './organisation-dialogs.tsx'
import { OrganisationPeople } from './organisation-people.tsx'
import { peopleWords, zonesWords } from './organisation-words.ts'
import { OrganisationZones } from './organisation-zones.tsx'
import { useOrganisations } from './use-organisations.ts'

type Props = {
  drawer: { opened: boolean; onClose: () => void; of: string | undefined }
  /** The row from which the drawer was opened. */
  row: Organisation | undefined
}

/** One organisation with its zones and people, beside the list or over it. */
export function OrganisationDrawer({ drawer, row }: Props) {
  const query = useQuery({
    ...orpc.organisations.get.queryOptions({ input: { organisationId: drawer.of ?? '' } }),
    enabled: drawer.opened,
  })
  const organisation = query.data ?? row
  return (
    <DetailDrawer {...drawer} title={organisation?.name ?? t`Organisation`}>
      {isNotThere(query.error) ? (
        <NotAllowed title={t`This organisation does not exist`} text={t`Or it is not one you look after.`} />
      ) : organisation ? (
        <Details key={organisation.id} organisation={organisation} />
      ) : query.isError ? (
        <ErrorState
          title={t`Failed to load the organisation`}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <ListSkeleton count={3} />
      )}
    </DetailDrawer>
  )
}

type Shown = 'edit' | 'limits' | 'status'

function Details({ organisation }: { organisation: Organisation }) {
  const { profile } = useMe()
  const { several } = useOrganisations()
  const [shown, setShown] = useState<Shown>()
  const dialog = (one: Shown) => ({ organisation, opened: shown === one, onClose: () => setShown(undefined) })
  const mayEditAll = can(profile.role, 'edit_clients')
  const { status, contactName, contactEmail, contactPhone, timeZone, zonesNeedApproval } = organisation
  return (
    <Stack>
      <Facts>
        <Fact name="Status">
          <StatusBadge status={status} />
        </Fact>

        <Fact name="Contact" style={{ whiteSpace: 'pre-line' }} dir="auto">
          {[contactName, contactEmail, contactPhone].filter(Boolean).join('\n') || t`None given`}
        </Fact>

        <Fact name="Time zone">{timeZone ?? t`That of the installation`}</Fact>

        <Fact name="Zones">{zonesWords(organisation)}</Fact>

        <Fact name="People">{peopleWords(organisation)}</Fact>

        <Fact name="New zones">{zonesNeedApproval ? t`Need approval` : t`Open at once`}</Fact>
      </Facts>
      <Group gap="xs">
        {(mayEditAll || status === 'active') && (
          <Button variant="default" onClick={() => setShown('edit')}>
            <Trans>Edit</Trans>
          </Button>
        )}
        {mayEditAll && (
          <>
            <Button variant="default" onClick={() => setShown('limits')}>
              <Trans>Limits and approval</Trans>
            </Button>
            <Button
              variant={status === 'active' ? 'light' : 'default'}
              color={status === 'active' ? 'red' : undefined}
              onClick={() => setShown('status')}
            >
              {status === 'active' ? t`Suspend` : t`Reactivate`}
            </Button>
          </>
        )}
      </Group>
      <OrganisationZones organisation={organisation} mayMove={mayEditAll && several} />
      <OrganisationPeople organisation={organisation} mayEdit={mayEditAll} />
      <EditOrganisationDialog {...dialog('edit')} />
      <LimitsDialog {...dialog('limits')} />
      <OrganisationStatusDialog {...dialog('status')} />
    </Stack>
  )
}
