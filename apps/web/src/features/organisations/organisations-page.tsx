import { t } from '@lingui/core/macro'
import { Card, Group, Text } from '@mantine/core'
import type { Organisation } from '@muster/contract/organisations.ts'
import { organisationStatuses } from '@muster/domain/organisation.ts'
import { can } from '@muster/domain/permission.ts'
import { IconBuilding, IconBuildingPlus } from '@tabler/icons-react'
import { orpc } from '../../lib/api.ts'
import { readDetails, readFilters, type SearchProps } from '../../lib/search-props.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { StatusBadge, statusNames } from '../../ui/badges/status-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { FilterSelect } from '../../ui/forms/filter-select.tsx'
import { ListSearch } from '../../ui/forms/search-field.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { LoadingScreen } from '../../ui/states/loading-screen.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { CardGridSkeleton } from '../../ui/states/skeletons.tsx'
import { OnboardDialog } from './onboard-dialog.tsx'
import { OrganisationDrawer } from './organisation-drawer.tsx'
import { peopleText, zonesText } from './organisation-words.ts'
import type { OrganisationsSearch } from './organisations-search.ts'
import { useOrganisations } from './use-organisations.ts'
import { ZoneRequestsLink } from './zone-requests-link.tsx'

type Props = SearchProps<OrganisationsSearch>

/** Lists the organisations: all of them for internal admins, the ones they manage for client admins. */
export function OrganisationsPage(address: Props) {
  const { mayLook, isPending, failed, error, retry, retrying } = useOrganisations()
  if (isPending) return <LoadingScreen />
  if (!mayLook)
    return (
      <Page title={t`Organisations`}>
        {failed ? (
          <ErrorState title={t`Failed to load organisations`} list={{ error, retry, retrying }} />
        ) : (
          <NotAllowed />
        )}
      </Page>
    )
  return <Organisations {...address} />
}

function Organisations(address: Props) {
  const { search } = address
  const { profile } = useMe()
  const onboarding = useDialog()
  const filter = { search: useDebouncedText(search.q), status: search.status }
  const list = usePages(orpc.organisations.list, filter)
  const details = readDetails(address, 'organisation')
  const filters = readFilters(address, 'q', 'status')
  const mayOnboard = can(profile.role, 'onboard_clients')
  const isWorthSearching = filters.isSet || (list.rows?.length ?? 0) > 1
  return (
    <Page
      title={t`Organisations`}
      action={
        mayOnboard && (
          <Button icon={IconBuildingPlus} onClick={onboarding.open}>
            {t`Onboard organisation`}
          </Button>
        )
      }
      secondary={<ZoneRequestsLink />}
      toolbar={
        isWorthSearching && (
          <>
            <ListSearch label={t`Search organisations`} {...address} />
            <FilterSelect
              {...address}
              field="status"
              label={t`Status`}
              all={t`All statuses`}
              choices={organisationStatuses.map(value => ({ value, label: statusNames[value] }))}
              w={160}
            />
          </>
        )
      }
    >
      <List
        list={list}
        failure={t`Failed to load organisations`}
        skeleton={<CardGridSkeleton />}
        empty={
          <EmptyState
            icon={IconBuilding}
            title={t`No organisations`}
            text={t`You don’t manage an organisation. Ask an administrator to add you to one.`}
          />
        }
        filters={filters}
        emptyTexts={[t`No organisations match`, t`Try another search or status.`]}
        getKey={({ id }) => id}
        estimate={170}
        minColumn={300}
        label={t`Organisations`}
      >
        {organisation => <OrganisationCard organisation={organisation} {...details.row(organisation.id)} />}
      </List>
      <OrganisationDrawer drawer={details.drawer} row={list.rows?.find(({ id }) => id === details.openId)} />
      <OnboardDialog {...onboarding.props} />
    </Page>
  )
}

type CardProps = { organisation: Organisation; isOpen: boolean; onOpen: () => void }

function OrganisationCard({ organisation, isOpen, onOpen }: CardProps) {
  const { name, status, contactName, contactEmail } = organisation
  const opensDetails = useOpensDetails(isOpen)
  return (
    <Card component="article" h="100%">
      <Group justify="space-between" gap="4px 8px">
        <h2 dir="auto">{name}</h2>
        <StatusBadge status={status} />
      </Group>
      <p>
        {zonesText(organisation)} · {peopleText(organisation)}
      </p>
      <Text c="dimmed" dir="auto">
        {[contactName, contactEmail].filter(Boolean).join(' · ') || t`No contact given`}
      </Text>
      <Button
        variant="default"
        mt="auto"
        style={{ alignSelf: 'flex-start' }}
        onClick={onOpen}
        aria-label={t`View Details of ${name}`}
        {...opensDetails}
      >
        {t`View Details`}
      </Button>
    </Card>
  )
}
