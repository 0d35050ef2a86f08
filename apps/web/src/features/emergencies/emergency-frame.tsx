import { plural, t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import { useElementSize, useInViewport, useMergedRef, useViewportSize } from '@mantine/hooks'
import type { Emergency, OwnAllClear, OwnEmergency } from '@muster/contract/emergencies.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { IconArrowUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { useWaitingPayloads } from '../../offline/use-send-or-queue.ts'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import { useRootSize } from '../../ui/layout/use-root-size.ts'
import { CallByName } from '../../ui/people/call-link.tsx'
import { useSendPosition } from '../presence/public.ts'
import { AllClearWords } from './all-clear-words.tsx'
import { BoardLinks } from './board-links.tsx'
import { EmergencyAlarm } from './emergency-alarm.tsx'
import { emergencyAnswerSender } from './emergency-answer.sender.ts'
import classes from './emergency-frame.module.css'
import { needsAnswer } from './needs-answer.ts'
import { useOwnAllClears } from './use-own-all-clears.ts'

/** Maximum share of the screen that a sticky frame may take. A taller one scrolls away with the page. */
const maxStickyShare = 0.4

type Props = {
  /** The open emergencies that have the user on their roll. */
  own: readonly OwnEmergency[]
  /** Those whose board the user may see, without the one whose board is on the screen. */
  open: readonly Emergency[]
  ended: readonly OwnAllClear[]
  /** Those in zones of the user who is on no roll there: the first one asks whether they are there. */
  nearby: readonly OwnEmergency[]
  /** The ids of those in which the user is a captain. */
  captained: readonly string[]
  hasHeader: boolean
  isPageOpen: boolean
  /** True on the captain's page, if it has the title of the only emergency and needs the space for its list. */
  isCompact: boolean
}

/** The user's own ones, then one line for those who see the board, then those after which the user may still need help. */
export function EmergencyFrame({
  own,
  open,
  ended,
  nearby,
  captained,
  hasHeader,
  isPageOpen,
  isCompact,
}: Props) {
  // A drill hides nobody who still needs help.
  const { allClears, dismiss } = useOwnAllClears(own.some(it => !it.drill) ? [] : ended)
  const asking = own.find(needsAnswer)
  const others = open.filter(it => !own.some(({ id }) => id === it.id))
  const [other] = others
  const { ref: sizeRef, height } = useElementSize()
  const { ref: viewRef, inViewport } = useInViewport()
  const ref = useMergedRef(sizeRef, viewRef)
  const viewport = useViewportSize()
  const isTall = viewport.height > 0 && height > viewport.height * maxStickyShare
  useRootSize('--m-alarm', isTall ? 0 : height)
  // Toasts begin below it if no header leaves room above it.
  useRootSize('--m-notice-top', hasHeader || isTall ? 0 : height)
  useHelpPosition(own.some(it => it.state === 'help'))
  const [fillingIds, setFillingIds] = useState<readonly string[]>([])
  const setFills = useCallback(
    (id: string, fills: boolean) =>
      setFillingIds(ids => [...ids.filter(it => it !== id), ...(fills ? [id] : [])]),
    [],
  )
  const notThereIds = useWaitingPayloads(emergencyAnswerSender).flatMap(it =>
    it.state === 'not_there' ? it.emergencyId : [],
  )
  // A real one nearby comes before drills, which ask nobody to leave.
  const asksNearby = own.length === 0 || !own.some(it => !it.drill && needsAnswer(it))
  const [nearest] = nearby.filter(
    it => asksNearby && (own.length === 0 || !it.drill) && !notThereIds.includes(it.id),
  )
  const topId = [...(nearest ? [nearest] : []), ...own].find(it => fillingIds.includes(it.id))?.id
  return (
    <>
      <div
        ref={ref}
        className={classes.frame}
        data-no-print
        data-at-top={!hasHeader || undefined}
        data-tall={isTall || undefined}
      >
        {own.map(emergency => (
          <EmergencyAlarm
            key={emergency.id}
            emergency={emergency}
            board={open.find(it => it.id === emergency.id)}
            isPageOpen={isPageOpen}
            isCaptain={captained.includes(emergency.id)}
            isCompact={isCompact}
            isCovered={topId !== undefined && topId !== emergency.id}
            onFill={setFills}
          />
        ))}
        {nearest && (
          <EmergencyAlarm
            key={nearest.id}
            emergency={nearest}
            board={undefined}
            isPageOpen={isPageOpen}
            isCaptain={captained.includes(nearest.id)}
            isCompact={false}
            isCovered={topId !== undefined && topId !== nearest.id}
            isNearby
            onFill={setFills}
          />
        )}
        {other && <EmergencyStrip key={other.id} emergency={other} more={others.length - 1} />}
        {allClears
          .filter(it => it.needsHelp)
          .map(allClear => (
            <StillHelpBar key={allClear.id} allClear={allClear} onDismiss={() => dismiss([allClear.id])} />
          ))}
      </div>
      {isTall && !inViewport && asking && <Reminder emergency={asking} hasHeader={hasHeader} />}
    </>
  )
}

/** Leads back to a frame that has scrolled away while an emergency waits for an answer. */
function Reminder({ emergency, hasHeader }: { emergency: OwnEmergency; hasHeader: boolean }) {
  const title = kindTitle(emergency.kind, emergency.zoneName)
  return (
    <div className={classes.reminder} data-no-print data-at-top={!hasHeader || undefined}>
      <button
        type="button"
        className={classes.strip}
        data-drill={emergency.drill || undefined}
        onClick={() => window.scrollTo({ top: 0 })}
      >
        <span className={classes.title} dir="auto">
          {emergency.drill ? t`Drill: ${title}` : title}
        </span>
        <span className={classes.number}>
          {t`Answer`}
          <IconArrowUp size="1.25rem" aria-hidden />
        </span>
      </button>
    </div>
  )
}

type StillHelpBarProps = { allClear: OwnAllClear; onDismiss: () => void }

/** Asks somebody who needed help, and whom nobody has marked as safe, whether they still do after the all clear. */
function StillHelpBar({ allClear, onDismiss }: StillHelpBarProps) {
  const { declaredBy, phone } = allClear
  return (
    <section className={classes.allClear} data-no-print data-help aria-label={t`All clear`}>
      <div className={classes.words} role="status">
        <AllClearWords allClear={allClear} />
        <Text fw={600} mt={4}>
          {t`You asked for help, and nobody has marked you as safe. Do you still need help?`}
          {phone === '' && ` ${t`Then call a manager or the emergency services.`}`}
        </Text>
      </div>
      <Group gap="xs">
        {phone !== '' && <CallByName name={declaredBy} phone={phone} />}
        <Button variant="default" mih={48} onClick={onDismiss}>
          {t`No, I’m fine`}
        </Button>
      </Group>
    </section>
  )
}

type StripProps = {
  emergency: Emergency
  /** The number of further open emergencies. */
  more: number
}

function EmergencyStrip({ emergency, more }: StripProps) {
  const { id, kind, zoneId, zoneName, drill } = emergency
  useFeedTopic(zoneId === null ? undefined : zoneTopic(zoneId))
  const title = kindTitle(kind, zoneName)
  const label = drill ? t`Drill: ${title}` : title
  const moreCount = formatCount(more)
  return (
    <section className={classes.strip} data-drill={drill || undefined} aria-label={t`Open: ${label}`}>
      <Link
        to="/emergencies/$emergencyId"
        params={{ emergencyId: id }}
        className={classes.title}
        dir="auto"
        title={label}
      >
        {label}
      </Link>
      <BoardLinks emergency={emergency} />
      {more > 0 && (
        <Link
          to={paths.emergencies}
          className={classes.number}
          aria-label={t`${plural(more, { one: '# more emergency', other: '# more emergencies' })}`}
        >
          +{moreCount}
        </Link>
      )}
    </section>
  )
}

/** Milliseconds between two readings. The first one after a press is often poor, and people move. */
const renewalMs = 30_000

/** Sends the position again and again while the user needs help and the page is visible, with consent. */
function useHelpPosition(needsHelp: boolean): void {
  const client = useQueryClient()
  const send = useRef(useSendPosition())
  send.current = useSendPosition()
  useEffect(() => {
    if (!needsHelp) return
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      void send.current().then(() => client.invalidateQueries({ queryKey: orpc.emergencies.mine.key() }))
    }, renewalMs)
    return () => clearInterval(timer)
  }, [needsHelp, client])
}
