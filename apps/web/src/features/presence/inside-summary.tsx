import { Trans } from '@lingui/react/macro'
import type { Zone } from '@muster/contract/zones.ts'
import { IconEyeOff, IconUsersGroup } from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { CurrentlyInside } from './currently-inside.tsx'
import { PanelStates } from './panel-states.tsx'

/** Maximum number of names on the dashboard; the Inside Now page lists everybody. */
const maxShown = 5

/** Shows the people inside, at the top of the managers' dashboard: the total, a few names and a link to the full list. */
export function InsideSummary({ zone }: { zone: Pick<Zone, 'id' | 'name'> }) {
  return (
    <PanelStates zone={zone}>
      {(panel, arrivals) => (
        <CurrentlyInside
          panel={panel}
          arrivals={arrivals}
          short={{
            most: maxShown,
            others: (
              <>
                {panel.unseen > 0 && (
                  <PageLink to={paths.insideNow} search={{ tab: 'unseen' }} icon={IconEyeOff}>
                    <Trans>Show people not seen</Trans>
                  </PageLink>
                )}
                <PageLink to={paths.insideNow} icon={IconUsersGroup}>
                  <Trans>Inside now</Trans>
                </PageLink>
              </>
            ),
          }}
        />
      )}
    </PanelStates>
  )
}
