import { t } from '@lingui/core/macro'
import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { MemberListSection } from './member-list-section.tsx'

/** The people of a zone who are called in an emergency, but do not count as missing. */
export function UncountedSection({ zoneId }: { zoneId: string }) {
  const query = useQuery(orpc.zoneUncounted.list.queryOptions({ input: { zoneId } }))
  return (
    <MemberListSection
      zoneId={zoneId}
      title={t`Not counted`}
      text={t`These people are called too, but never count as missing: for example guards at the gate. If they ask for help, they count.`}
      addLabel={t`Add person`}
      emptyText={t`Everybody counts`}
      query={query}
      loadFailure={t`Failed to load the list`}
      members={query.data?.people.map(({ userId, name, reason }) => ({ userId, name, reason }))}
      membersMost={limits.uncountedMost}
      onSave={(entries, expectedIds) =>
        api.zoneUncounted.set({
          zoneId,
          people: entries.map(({ userId, reason = '' }) => ({ userId, reason })),
          expectedIds,
        })
      }
      saveFailure={t`The list couldn’t be saved. Try again.`}
      invalidates={[orpc.zoneUncounted.key()]}
      reason={{ label: t`Reason`, placeholder: t`Guard at the gate` }}
    />
  )
}
