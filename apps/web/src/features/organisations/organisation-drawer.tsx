import { t } from '@lingui/core/macro'
import { Button, Group, Stack } from '@mantine/core'
import type { Organisation } from '@muster/contract/organisations.ts'
import { can } from '@muster/domain/permission.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { isNotFound } from '../../lib/error-text.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { DetailDrawer } from '../../ui/dialogs/detail-drawer.tsx'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { EditOrganisationDialog, LimitsDialog, OrganisationStatusDialog } from './organisation-dialogs.tsx'
import { OrganisationPeople } from './organisation-people.tsx'
import { peopleText, zonesText } from './organisation-words.ts'
import { OrganisationZones } from './organisation-zones.tsx'
import { useOrganisations } from './use-organisations.ts'

type Props = {
  drawer: { opened: boolean; onClose: () => void; of: string | undefined }
  row: Organisation | undefined
}

export function OrganisationDrawer({ drawer, row }: Props) {
  const query = useQuery({
    ...orpc.organisations.get.queryOptions({ input: { organisationId: drawer.of ?? '' } }),
    enabled: drawer.opened,
  })
  const organisation = query.data ?? row
  return (
    <DetailDrawer {...drawer} title={organisation?.name ?? t`Organisation`}>
      {isNotFound(query.error) ? (
        <NotAllowed
          title={t`Organisation not found`}
          text={t`It doesn’t exist, or you don’t have access to it.`}
        />
      ) : organisation ? (
        <Details key={organisation.id} organisation={organisation} />
      ) : (
        <Loaded query={query} failure={t`Failed to load the organisation`} skeleton={3} />
      )}
    </DetailDrawer>
  )
}

function Details({ organisation }: { organisation: Organisation }) {
  const { profile } = useMe()
  const { several } = useOrganisations()
  const dialogs = useDialogs<'edit' | 'limits' | 'status'>()
  const mayEditAll = can(profile.role, 'edit_clients')
  const { status, contactName, contactEmail, contactPhone, timeZone, zonesNeedApproval } = organisation
  return (
    <Stack>
      <Facts>
        <Fact name={t`Status`}>
          <StatusBadge status={status} />
        </Fact>
        <Fact name={t`Contact`} style={{ whiteSpace: 'pre-line' }} dir="auto">
          {[contactName, contactEmail, contactPhone].filter(Boolean).join('\n') || t`None given`}
        </Fact>
        <Fact name={t`Time zone`}>{timeZone ?? t`Default time zone`}</Fact>
        <Fact name={t`Zones`}>{zonesText(organisation)}</Fact>
        <Fact name={t`People`}>{peopleText(organisation)}</Fact>
        <Fact name={t`New zones`}>{zonesNeedApproval ? t`Need approval` : t`No approval needed`}</Fact>
      </Facts>
      <Group gap="xs">
        {(mayEditAll || status === 'active') && (
          <Button variant="default" onClick={() => dialogs.open('edit')}>
            {t`Edit`}
          </Button>
        )}
        {mayEditAll && (
          <>
            <Button variant="default" onClick={() => dialogs.open('limits')}>
              {t`Limits and approval`}
            </Button>
            <Button
              variant={status === 'active' ? 'light' : 'default'}
              color={status === 'active' ? 'red' : undefined}
              onClick={() => dialogs.open('status')}
            >
              {status === 'active' ? t`Suspend` : t`Reactivate`}
            </Button>
          </>
        )}
      </Group>
      <OrganisationZones organisation={organisation} mayMove={mayEditAll && several} />
      <OrganisationPeople organisation={organisation} mayEdit={mayEditAll} />
      <EditOrganisationDialog organisation={organisation} {...dialogs.props('edit')} />
      <LimitsDialog organisation={organisation} {...dialogs.props('limits')} />
      <OrganisationStatusDialog organisation={organisation} {...dialogs.props('status')} />
    </Stack>
  )
}
