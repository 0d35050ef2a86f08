import type { Zone } from '@muster/contract/zones.ts'
import { IconUsersGroup } from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { CurrentlyInside } from './currently-inside.tsx'
import { PanelStates } from './panel-states.tsx'

/** So many names stand on the dashboard; the page has all. */
const most = 5

/** Who is inside, as the managers' dashboard begins: the big number, the first names and the way to all of them. */
export function InsideSummary({ zone }: { zone: Pick<Zone, 'id' | 'name'> }) {
  return (
    <PanelStates zone={zone}>
      {(panel, arrivals) => (
        <CurrentlyInside
          panel={panel}
          arrivals={arrivals}
          short={{
            most,
            others: (
              <PageLink to={paths.insideNow} icon={IconUsersGroup}>
                Inside now
              </PageLink>
            ),
          }}
        />
      )}
    </PanelStates>
  )
}
