import { plural, t } from '@lingui/core/macro'
import type { LocationLook } from '@muster/contract/settings.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconEye } from '@tabler/icons-react'
import { orpc } from '../../lib/api.ts'
import { formatDate } from '../../lib/format-day.ts'
import { usePages } from '../../lib/use-pages.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { DayButton } from '../users/public.ts'
import { SettingsCard } from './settings-card.tsx'

/** Lists who viewed the person's location, newest first. */
export function LocationLooksCard() {
  const list = usePages(orpc.settings.locationLooks, { limit: 10 }, { staleTime: 0 })
  const { complete } = list
  return (
    <SettingsCard
      title={t`Who viewed my location`}
      text={t`The last ${plural({ count: limits.locationLooksDays }, { one: '# day', other: '# days' })}. Includes each time someone viewed the whole zone.`}
    >
      <Loaded list={list} failure={t`Failed to load views of your location`} skeleton={2}>
        {views => (
          <>
            {views.length === 0 && <p>{t`Nobody has viewed your location.`}</p>}
            {views.length > 0 && (
              <Rows>
                {views.map(look => (
                  <ViewRow key={look.key} look={look} />
                ))}
              </Rows>
            )}
            {!complete && (
              <LoadMore
                list={list}
                describeCount={count => t`${plural(count, { one: '# more view', other: '# more views' })}`}
              >
                {t`${plural({ count: views.length }, { one: '# view', other: '# views' })} shown`}
              </LoadMore>
            )}
          </>
        )}
      </Loaded>
      <div>
        <DayButton label={t`My day on the map`} />
      </div>
    </SettingsCard>
  )
}

/** The descriptions of views, by the server's name for the feature used. */
const viewLabels: Readonly<Record<string, string>> = {
  user_details: t`Opened your details`,
  zone_users: t`Viewed the list of people`,
  live_map: t`Viewed the live map`,
  inside_csv: t`Exported who is inside`,
  inside_geojson: t`Exported the positions of everyone inside`,
  visits_geojson: t`Exported where visits started`,
  person_day: t`Viewed your day`,
  zone_day_places: t`Viewed everyone’s locations for a day`,
  captain_list: t`Has the list of people inside, as a captain`,
  emergency_board: t`Viewed the people of an emergency`,
  emergency_captain: t`Viewed the people of an emergency, as a captain`,
  emergency_responders: t`Viewed the people of an emergency`,
}

function ViewRow({ look: { by, kind, zone, wholeZone, day, times, lastAt } }: { look: LocationLook }) {
  return (
    <li>
      <RowHead
        icon={IconEye}
        title={
          by ? (
            <Name>{by.name}</Name>
          ) : kind === 'emergency_responders' ? (
            t`Responders (link)`
          ) : (
            t`Deleted account`
          )
        }
        tag={by && <RoleBadge role={by.role} />}
        detail={
          <>
            {viewLabels[kind] ?? (wholeZone ? t`Viewed everyone in a zone` : t`Viewed your location`)}
            {' · '}
            {zone && (
              <>
                <Name>{zone.name}</Name>
                {' · '}
              </>
            )}
            {day && `${formatDate(new Date(day))} · `}
            {times > 1 && `${t`${plural(times, { one: '# time', other: '# times' })} within an hour`} · `}
            <RelativeTime at={lastAt} />
          </>
        }
      />
    </li>
  )
}
