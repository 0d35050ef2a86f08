import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useAfter } from '../../ui/time/use-after.ts'
import { useCaptainEmergencies } from './captains/use-captain.ts'
import { useOpenEmergencies } from './use-open-emergencies.ts'

const EmergencyFrame = lazy(async () => ({
  default: (await import('./emergency-frame.tsx')).EmergencyFrame,
}))

/** Milliseconds after which a page counts as open: a bar that arrives later must not be pressed by accident. */
const openAfterMs = 1_000

type Props = {
  /** True if the app header is above the bar. */
  hasHeader?: boolean
}

/** Shown until the all clear to the people on a roll and those who may see a board. Real ones come before drills. */
export function EmergencyBars({ hasHeader = true }: Props) {
  // Read again whenever somebody opens the app or returns to it, because an alarm must not wait for the feed to connect.
  const { data } = useQuery({
    ...orpc.emergencies.mine.queryOptions(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const open = useOpenEmergencies()
  const isPageOpen = useAfter(openAfterMs)
  const page = useLocation({ select: ({ pathname }) => pathname })
  const captained = useCaptainEmergencies().data?.open ?? []
  const own = data?.emergencies ?? []
  const isOnlyOne = own.length === 1 && captained.length === 1 && own[0]?.id === captained[0]?.id
  const { ended = [], nearby = [] } = data ?? {}
  const elsewhere = open.filter(it => page !== `${paths.emergencies}/${it.id}`)
  if (own.length + elsewhere.length + ended.length + nearby.length === 0) return null
  return (
    <Suspense fallback={null}>
      <EmergencyFrame
        own={own}
        open={elsewhere}
        ended={ended}
        // Responses that an earlier version stored on the device name only the zone.
        nearby={nearby.filter(it => it.words !== undefined && !open.some(({ id }) => id === it.id))}
        captained={captained.map(it => it.id)}
        hasHeader={hasHeader}
        isPageOpen={isPageOpen}
        isCompact={page === paths.captain && isOnlyOne}
      />
    </Suspense>
  )
}
