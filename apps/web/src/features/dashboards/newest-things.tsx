import { t } from '@lingui/core/macro'
import { IconClock } from '@tabler/icons-react'
import { useId } from 'react'
import type { SelectedZone } from '../../lib/session/use-selected-zone.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { useOpenQuestions } from '../broadcasts/public.ts'
import { RecentList } from './recent-list.tsx'
import { BroadcastLine, FileLine, HazardLine } from './recent-news.tsx'
import { useOpenHazards, useRecentBroadcasts, useZoneFiles } from './use-recent.ts'
import { useWaitingForYou } from './use-waiting-for-you.ts'

/** The number of newest things, which are left to the lists below while more than that many wait for the person. */
const shownCount = 3

type Props = {
  zoneId: string
  may: SelectedZone['may']
  /** Renders one of the lines that open, inside a card. */
  folded?: boolean
}

/**
 * The newest hazards, broadcasts and files of a zone, without those that wait for the person. While an urgent question is open or much
 * is waiting, only the lists below have them.
 */
export function NewestThings({ zoneId, may, folded = false }: Props) {
  const headingId = useId()
  const hazards = useOpenHazards(zoneId, may('view_hazards')).data?.rows ?? []
  const recentBroadcasts = useRecentBroadcasts(zoneId)
  const broadcasts = recentBroadcasts.data?.rows ?? []
  const files = useZoneFiles(zoneId, may('view_files')).data?.rows ?? []
  const { questions: openQuestions } = useOpenQuestions()
  const { questions, filesToRead, reports, assigned } = useWaitingForYou(zoneId)
  const waitingIds = new Set(
    [...openQuestions, ...questions, ...filesToRead.rows, ...reports.rows, ...assigned.rows].map(
      ({ id }) => id,
    ),
  )
  const things = [
    ...hazards.map(it => ({ id: it.id, at: it.createdAt, line: <HazardLine hazard={it} /> })),
    ...broadcasts.map(it => ({
      id: it.id,
      at: it.sentAt ?? it.createdAt,
      line: <BroadcastLine broadcast={it} />,
    })),
    ...files.map(it => ({ id: it.id, at: it.updatedAt, line: <FileLine file={it} /> })),
  ]
    .filter(({ id }) => !waitingIds.has(id))
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, shownCount)
  if (folded)
    return things.length === 0 ? null : (
      <RecentList
        title={t`Newest`}
        icon={IconClock}
        // The lists below say what could not be loaded.
        query={{ ...recentBroadcasts, isError: false, data: { rows: things } }}
        failure=""
        empty=""
      >
        {({ line }) => line}
      </RecentList>
    )
  if (things.length === 0 || openQuestions.length > 0 || waitingIds.size > shownCount) return null
  return (
    <Panel component="section" gap={4} pb="xs" aria-labelledby={headingId} data-whole>
      <h2 id={headingId}>{t`Newest`}</h2>
      <Rows>
        {things.map(({ id, line }) => (
          <li key={id}>{line}</li>
        ))}
      </Rows>
    </Panel>
  )
}
