import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { CautionNote } from '../../ui/states/caution-note.tsx'

/** Says long before an emergency how many people of a zone a call would ring; nothing if it rings for all of them. */
export function ZoneReach({ zoneId }: { zoneId: string }) {
  const { data } = useQuery(
    orpc.emergencies.preview.queryOptions({ input: { zoneId, kind: 'welfare', expected: false } }),
  )
  if (!data || data.reach.device >= data.people) return null
  const devices = formatCount(data.reach.device)
  const people = formatCount(data.people)
  return (
    <CautionNote>
      {t`${devices} of ${people} have a device with notifications. A call doesn’t ring for the others: ask them to turn on notifications in Settings.`}
    </CautionNote>
  )
}
