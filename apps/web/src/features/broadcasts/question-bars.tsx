import { isInternalAdmin } from '@muster/domain/role.ts'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import { useWaitingPayloads } from '../../offline/use-send-or-queue.ts'
import { type AnswerToSend, answerSender } from './answer.sender.ts'
import { useOnContentIntent } from './use-on-content-intent.ts'
import { useOpenQuestions } from './use-open-questions.ts'

const QuestionBar = lazy(() => import('./question-bar.tsx').then(it => ({ default: it.QuestionBar })))

type BarsProps = {
  /** The app header is above the bar. */
  hasHeader?: boolean
}

/** Shows the newest unanswered urgent question on every page. Its code loads with the first question. */
export function QuestionBars({ hasHeader = true }: BarsProps) {
  const { profile } = useMe()
  // Internal admins belong to no zone and receive no broadcasts.
  return isInternalAdmin(profile.role) ? null : <Bars hasHeader={hasHeader} />
}

function Bars({ hasHeader }: Required<BarsProps>) {
  const { questions, total, known } = useOpenQuestions()
  const queuedIds = useWaitingPayloads<AnswerToSend>(answerSender).map(it => it.broadcastId)
  // A question whose answer is queued gives way to one that can still be answered.
  const first = questions.find(({ id }) => !queuedIds.includes(id)) ?? questions[0]
  const [atStart, setAtStart] = useState<string | null>()
  // A question from the first fetch was there when the page opened; any later one arrives on an open page.
  if (known && atStart === undefined) setAtStart(first?.id ?? null)
  const [isOver, giveWay] = usePlaceOver(known, first !== undefined)
  const focusFrom = useRef<string>(undefined)
  const onFocusLost = useCallback((id: string) => {
    focusFrom.current = id
    // If no other bar follows, the page takes the focus.
    setTimeout(() => {
      if (focusFrom.current !== id || document.querySelector('[data-question-bar]')) return
      focusFrom.current = undefined
      if (document.activeElement === document.body)
        document.getElementById('content')?.focus({ preventScroll: true })
    })
  }, [])
  useOnContentIntent(isOver, giveWay)
  if (!first) return null
  return (
    <Suspense>
      <QuestionBar
        question={first}
        more={total - 1}
        isOver={isOver}
        hasHeader={hasHeader}
        isLateArrival={atStart !== first.id}
        focusFrom={focusFrom}
        onFocusLost={onFocusLost}
      />
    </Suspense>
  )
}

/**
 * Returns true while the bar overlays the page, and a function that ends this. A bar that arrives on an open page overlays it until
 * the next page, or until that function is called. The state carries over from one question to the next.
 */
function usePlaceOver(known: boolean, hasQuestion: boolean): [boolean, () => void] {
  const page = useLocation({ select: ({ pathname }) => pathname })
  const [place, setPlace] = useState<{ stands: boolean; overPage?: string }>()
  if (known && place?.stands !== hasQuestion)
    setPlace({ stands: hasQuestion, ...(place && hasQuestion && { overPage: page }) })
  const overPage = place?.overPage
  useEffect(() => {
    if (overPage !== undefined && overPage !== page) setPlace({ stands: true })
  }, [overPage, page])
  const giveWay = useCallback(() => setPlace(it => it && { stands: it.stands }), [])
  return [overPage === page, giveWay]
}
