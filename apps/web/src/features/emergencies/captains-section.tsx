import { t } from '@lingui/core/macro'
import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { MemberListSection } from './member-list-section.tsx'

export function CaptainsSection({ zoneId }: { zoneId: string }) {
  const query = useQuery(orpc.zoneCaptains.list.queryOptions({ input: { zoneId } }))
  return (
    <MemberListSection
      zoneId={zoneId}
      title={t`Captains`}
      text={t`During an emergency, captains see who is on the list of this zone and mark people. Any member can be one.`}
      addLabel={t`Add captain`}
      emptyText={t`No captains yet`}
      query={query}
      loadFailure={t`Failed to load the captains`}
      members={query.data?.captains.map(({ userId, name }) => ({ userId, name }))}
      membersMost={limits.captainsMost}
      onSave={(entries, expectedIds) =>
        api.zoneCaptains.set({ zoneId, userIds: entries.map(it => it.userId), expectedIds })
      }
      saveFailure={t`The captains couldn’t be saved. Try again.`}
      invalidates={[orpc.zoneCaptains.key()]}
    />
  )
}
