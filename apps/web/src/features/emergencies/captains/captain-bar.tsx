import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import { captainsTopic } from '@muster/contract/topic.ts'
import { IconClipboardCheck } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths } from '../../../lib/paths.ts'
import { useFeedTopic } from '../../../live/use-feed.ts'
import { Tag } from '../../../ui/badges/tag.tsx'
import { Button } from '../../../ui/button.tsx'
import classes from './captain.module.css'
import { useCaptainEmergencies, useCaptainList, useHeldTicks } from './use-captain.ts'

const SendHeldTicks = lazy(async () => ({ default: (await import('./send-held-ticks.tsx')).SendHeldTicks }))

/** Follows the emergencies of a zone while one is open there. That one was declared, captains learn on their own topic. */
function CaptainFeed({ zoneId }: { zoneId: string }) {
  useFeedTopic(captainsTopic(zoneId))
  return null
}

/** Keeps the lists of captains on this device, and sends what they ticked before the phone knew of an emergency. */
export function CaptainBar() {
  const { data } = useCaptainEmergencies()
  useCaptainList()
  const ticks = useHeldTicks()
  const isDrill = data?.open.every(it => it.drill)
  const text = isDrill ? t`You’re a captain in this drill.` : t`You’re a captain in this emergency.`
  const isOnPage = useRouterState({ select: it => it.location.pathname === paths.captain })
  const zoneIds = new Set(data?.open.flatMap(it => it.zones.map(({ id }) => id)))
  return (
    <>
      {[...zoneIds].map(id => (
        <CaptainFeed key={id} zoneId={id} />
      ))}
      {data && ticks.length > 0 && (
        <Suspense fallback={null}>
          <SendHeldTicks recent={data.recent} />
        </Suspense>
      )}
      {data && data.open.length > 0 && !isOnPage && (
        <Group
          component="section"
          aria-label={text}
          className={classes.bar}
          data-no-print
          justify="space-between"
          gap="sm"
          wrap="nowrap"
        >
          <Group gap="xs">
            {isDrill && <Tag tone="yellow">{t`Drill`}</Tag>}
            <Text fw={600}>{text}</Text>
          </Group>
          <Button
            renderRoot={props => <Link {...props} to={paths.captain} />}
            h={48}
            flex="none"
            icon={IconClipboardCheck}
            iconSize="1.25rem"
          >
            {t`Open your list`}
          </Button>
        </Group>
      )}
    </>
  )
}
