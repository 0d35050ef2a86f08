import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ZoneRemoval } from '@muster/contract/zone-changes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../../lib/api.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'

type Props = { zone: { id: string; name: string }; opened: boolean; onClose: () => void }
type RemovalPart = ZoneRemoval['removes'][number]

const removalTexts: Record<RemovalPart['what'], (count: number) => string> = {
  points: count => plural(count, { one: '# boundary point', other: '# boundary points' }),
  requests: count =>
    plural(count, { one: '# position sharing request', other: '# position sharing requests' }),
  members: count => plural(count, { one: '# member will be unlinked', other: '# members will be unlinked' }),
  states: count => plural(count, { one: '# presence record', other: '# presence records' }),
  groups: count => plural(count, { one: '# group', other: '# groups' }),
  broadcasts: count => plural(count, { one: '# broadcast', other: '# broadcasts' }),
  hazards: count => plural(count, { one: '# hazard', other: '# hazards' }),
  documents: count => plural(count, { one: '# file', other: '# files' }),
  folders: count => plural(count, { one: '# folder', other: '# folders' }),
  visits: count => plural(count, { one: '# visit', other: '# visits' }),
  plans: count => plural(count, { one: '# expected-hours plan', other: '# expected-hours plans' }),
  corrections: count => plural(count, { one: '# attendance correction', other: '# attendance corrections' }),
  objections: count => plural(count, { one: '# attendance objection', other: '# attendance objections' }),
  holidays: count => plural(count, { one: '# holiday', other: '# holidays' }),
  schedules: count => plural(count, { one: '# scheduled report', other: '# scheduled reports' }),
  recipients: count => plural(count, { one: '# report recipient', other: '# report recipients' }),
}

export function DeleteZoneDialog({ zone, opened, onClose }: Props) {
  const client = useQueryClient()
  const removalQuery = useQuery({
    ...orpc.zones.removal.queryOptions({ input: { zoneId: zone.id } }),
    enabled: opened,
    staleTime: 0,
  })
  const { name } = zone
  const removalData = removalQuery.data
    ? [
        ...removalQuery.data.removes.map(({ what, count }) => removalTexts[what](count)),
        t`All positions recorded in the zone (deleted shortly afterwards)`,
      ]
    : [removalQuery.isError ? t`The data couldn’t be counted.` : t`Counting the data…`]
  const hasNoMembers = removalQuery.data?.removes.every(({ what }) => what !== 'members') ?? false
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Permanently Delete Zone`}
      removes={removalData}
      confirmLabel={t`Delete Zone`}
      workingLabel={t`Deleting…`}
      onConfirm={() => api.zones.remove({ zoneId: zone.id })}
      onDone={() => client.removeQueries({ queryKey: orpc.zones.get.key({ input: { zoneId: zone.id } }) })}
      done={[
        t`Zone Deleted`,
        t`Zone permanently deleted and all users unlinked successfully`,
        { next: t`${name} was removed from every list.` },
      ]}
      invalidatesUnlessLive={[orpc.zones.key()]}
      failure={
        hasNoMembers ? t`Failed to delete zone` : t`Failed to delete zone. It may have users assigned.`
      }
    >
      <Trans>
        Are you sure you want to permanently delete "{name}"? This action cannot be undone and will remove all
        associated data.
      </Trans>
    </ConfirmDialog>
  )
}
