import { plural, t } from '@lingui/core/macro'
import { Checkbox, Flex, Stack, Text } from '@mantine/core'
import type { AccountDetail, ZoneChoice } from '@muster/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithReason } from '../../lib/error-text.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { ZoneStatusBadge } from '../../ui/badges/zone-status-badge.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { LiveScope } from '../../ui/live/live-scope.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { FilteredEmpty } from '../../ui/states/filtered-empty.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { accountName } from './account-words.ts'
import { useReloadAccounts } from './use-accounts.ts'

type Props = { account: AccountDetail; opened: boolean; onClose: () => void }

/** A checkbox for each zone, ticked if the person is assigned to it. Each change is saved immediately. */
export function ZoneAssignmentsDialog({ account, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Manage Zone Assignments`} width={560}>
      <Stack>
        <Text size="xs" c="dimmed">
          <Name>{accountName(account)}</Name>
        </Text>
        <Assignments account={account} />
      </Stack>
    </ResponsiveDialog>
  )
}

/** Shows the zones to tick or, after a failed refetch, only the error, because the ticks may no longer be correct. */
function Assignments({ account }: { account: AccountDetail }) {
  const detail = useQuery(orpc.accounts.detail.queryOptions({ input: { userId: account.id } }))
  if (!detail.isError) return <ZoneAssignmentList account={account} />
  return <ErrorState title={t`Failed to load user zone assignments`} query={detail} />
}

function ZoneAssignmentList({ account }: { account: AccountDetail }) {
  const [q, setQ] = useState('')
  const search = useDebouncedText(q) || undefined
  const list = usePages(
    orpc.accounts.zoneChoices,
    { userId: account.id, search },
    {
      // Another admin may have created a zone or changed the assignments, and no event refetches this list.
      staleTime: 0,
    },
  )
  return (
    <Stack>
      <SearchField label={t`Search zones`} value={q} onChange={setQ} />
      <Loaded list={list} failure={t`Failed to load zones`} skeleton={4} />
      {list.rows?.length === 0 && <FilteredEmpty title={t`No zones match`} onClear={() => setQ('')} />}
      {list.rows && list.rows.length > 0 && (
        <LiveScope>
          <AgeGrey stale={list.failed}>
            <Flex
              component="ul"
              direction="column"
              aria-label={t`Zones`}
              aria-busy={list.query.isPlaceholderData}
            >
              {list.rows.map(zone => (
                <Assignment key={zone.id} account={account} zone={zone} />
              ))}
            </Flex>
            {/* A button loads more: the list in a dialog has no scroll container that could trigger it. */}
            <LoadMore
              list={list}
              describeCount={count => plural(count, { one: '# more zone', other: '# more zones' })}
            />
          </AgeGrey>
        </LiveScope>
      )}
    </Stack>
  )
}

function Assignment({ account, zone }: { account: AccountDetail; zone: ZoneChoice }) {
  const reload = useReloadAccounts()
  const { assigned } = zone
  const name = accountName(account)
  const zoneName = zone.name
  const change = useAct({
    call: async () => {
      const userId = account.id
      if (assigned) await api.users.unlink({ zoneId: zone.id, userId })
      else await api.accounts.assign({ zoneId: zone.id, userId })
      await reload()
      return assigned
    },
    done: wasAssigned =>
      wasAssigned
        ? [t`Zone assignment removed`, t`${name} no longer belongs to ${zoneName}.`]
        : [
            t`Zone assigned successfully`,
            t`${name} is invited to ${zoneName}. They join once they enter it.`,
          ],
    failed: error => errorTextWithReason(error, t`Failed to update zone assignment`),
  })
  return (
    <Flex component="li" align="center" justify="space-between" gap="sm" mih={44}>
      <Checkbox
        label={<Name>{zoneName}</Name>}
        checked={assigned}
        disabled={change.isPending}
        onChange={() => change.mutate()}
      />
      <ZoneStatusBadge status={zone.status} />
    </Flex>
  )
}
