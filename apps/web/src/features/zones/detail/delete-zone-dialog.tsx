import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ZoneRemoval } from '@muster/contract/zone-changes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'

type Props = { zone: { id: string; name: string }; opened: boolean; onClose: () => void }
type Part = ZoneRemoval['removes'][number]

const words: Record<Part['what'], [one: string, many: string]> = {
  points: ['point of its boundary', 'points of its boundary'],
  requests: ['request to share a position', 'requests to share a position'],
  members: ['member is unlinked from it', 'members are unlinked from it'],
  states: ["person's presence in it", "people's presence in it"],
  groups: ['group', 'groups'],
  broadcasts: ['broadcast', 'broadcasts'],
  hazards: ['notification', 'notifications'],
  documents: ['file', 'files'],
  folders: ['folder', 'folders'],
  visits: ['visit', 'visits'],
  plans: ['plan of expected hours', 'plans of expected hours'],
  corrections: ['correction of attendance', 'corrections of attendance'],
  objections: ['objection to attendance', 'objections to attendance'],
  holidays: ['holiday', 'holidays'],
  schedules: ['scheduled report', 'scheduled reports'],
  recipients: ['recipient of reports', 'recipients of reports'],
}
const lineOf = ({ what, count }: Part) => `${formatCount(count)} ${words[what][count === 1 ? 0 : 1]}`

/** Confirms the deletion of a zone, and shows how much data goes with it. */
export function DeleteZoneDialog({ zone, opened, onClose }: Props) {
  const client = useQueryClient()
  const removal = useQuery({
    ...orpc.zones.removal.queryOptions({ input: { zoneId: zone.id } }),
    enabled: opened,
    staleTime: 0,
  })
  const lines = removal.data
    ? [...removal.data.removes.map(lineOf), t`Every reading that was taken in it, soon after`]
    : [removal.isError ? t`What it removes could not be counted.` : t`Counting what it removes…`]
  const hasNoMembers = removal.data?.removes.every(({ what }) => what !== 'members') ?? false
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Permanently Delete Zone`}
      removes={lines}
      confirmLabel={t`Delete Zone`}
      workingLabel={t`Deleting…`}
      onConfirm={() => api.zones.remove({ zoneId: zone.id })}
      onDone={() => client.removeQueries({ queryKey: orpc.zones.get.key({ input: { zoneId: zone.id } }) })}
      done={[
        t`Zone Deleted`,
        t`Zone permanently deleted and all users unlinked successfully`,
        { next: t`${zone.name} is gone from every list.` },
      ]}
      invalidatesUnlessLive={[orpc.zones.key()]}
      failure={
        hasNoMembers ? t`Failed to delete zone` : t`Failed to delete zone. It may have users assigned.`
      }
    >
      <Trans>
        Are you sure you want to permanently delete "{zone.name}"? This action cannot be undone and will
        remove all associated data.
      </Trans>
    </ConfirmDialog>
  )
}
