import type { KeptData } from '@muster/contract/settings.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { staleSince } from '../../lib/stale-since.ts'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import rows from './devices-card.module.css'
import { SettingsCard } from './settings-card.tsx'

const names: Record<KeptData['category'], string> = {
  profile: 'Your profile, photo and emergency contact',
  memberships: 'The zones you belong to',
  presence: 'Where you were last seen, by zone',
  readings: 'Readings of your position',
  visits: 'Visits to zones',
  sessions: 'Devices you are signed in on',
  consents: 'What you decided about being located',
  security_events: 'Entries of the security log by or about you',
}

/** What is kept about the person, and until when. */
export function KeptCard() {
  const query = useQuery({ ...orpc.settings.kept.queryOptions(), staleTime: 0 })
  return (
    <SettingsCard
      title="What is kept about me"
      text="Everything but the security log goes with your account."
    >
      {query.isPending && <ListSkeleton count={3} />}
      {query.isError && (
        <ErrorState
          title="Failed to load what is kept about you"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          staleSince={staleSince(query)}
        />
      )}
      {query.data && (
        <AgeGrey stale={query.isError}>
          <ul className={rows.list}>
            {query.data.kept.map(({ category, rows: count, days }) => (
              <li key={category} className={rows.entry}>
                <div className={rows.name}>
                  {names[category]}
                  {count !== null && category !== 'profile' && `: ${formatCount(count)}`}
                </div>
                <div className={rows.detail}>{untilWhen(category, days)}</div>
              </li>
            ))}
          </ul>
        </AgeGrey>
      )}
    </SettingsCard>
  )
}

function untilWhen(category: KeptData['category'], days: number | null): string {
  if (days !== null) return `For ${formatCount(days)} days`
  if (category === 'sessions') return 'Until you sign out or the session ends'
  return category === 'profile' || category === 'consents'
    ? 'As long as your account'
    : 'As long as you belong to the zone'
}
