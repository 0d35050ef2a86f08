import { plural, t } from '@lingui/core/macro'
import type { Zone } from '@muster/contract/zones.ts'
import { IconEyeOff, IconUsersGroup } from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { useIsPhone } from '../../ui/layout/use-screen.ts'
import { CurrentlyInside } from './currently-inside.tsx'
import { PanelStates } from './panel-states.tsx'

/** Maximum number of names on the dashboard, also on a phone; the Inside Now page lists everybody. */
const maxShown = 5
const maxShownOnPhone = 3

/** Shows the people inside, at the top of the managers' dashboard: the total, a few names and a link to the full list. */
export function InsideSummary({ zone }: { zone: Pick<Zone, 'id' | 'name'> }) {
  const isPhone = useIsPhone()
  return (
    <PanelStates zone={zone}>
      {(panel, arrivals) => {
        const { unseen } = panel
        return (
          <CurrentlyInside
            panel={panel}
            arrivals={arrivals}
            short={{
              most: isPhone ? maxShownOnPhone : maxShown,
              isPhone,
              others: (
                <>
                  {unseen > 0 && (
                    <PageLink to={paths.insideNow} search={{ tab: 'unseen' }} icon={IconEyeOff}>
                      {t`${plural(unseen, { one: '# not seen', other: '# not seen' })}`}
                    </PageLink>
                  )}
                  <PageLink to={paths.insideNow} icon={IconUsersGroup}>
                    {t`Inside now`}
                  </PageLink>
                </>
              ),
            }}
          />
        )
      }}
    </PanelStates>
  )
}
