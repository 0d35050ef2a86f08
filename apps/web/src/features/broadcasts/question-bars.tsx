import { plural, t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { Link, useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useWaitingPayloads } from '../../offline/use-send-or-queue.ts'
import { useAfter } from '../../ui/time/use-after.ts'
import { useIsAlarmed } from '../emergencies/public.ts'
import { answerSender } from './answer.sender.ts'
import { useOpenQuestions } from './use-open-questions.ts'

/** Minimum distance in pixels that a touch must move down to count as a pull; anything shorter is a tap. */
const minSwipePx = 24

/**
 * Calls `onIntent` once the person wants to see the content under a bar: they scroll to the top of the page, try to scroll further
 * up there by touch, wheel or key, or move on with the Tab key. A tap does nothing.
 */
function useOnContentIntent(isActive: boolean, onIntent: () => void): void {
  useEffect(() => {
    if (!isActive) return
    const isAtTop = () => window.scrollY <= 0
    let touchStartY = Number.POSITIVE_INFINITY
    const onScroll = () => isAtTop() && onIntent()
    const onWheel = ({ deltaY }: WheelEvent) => isAtTop() && deltaY < 0 && onIntent()
    const onTouchStart = ({ touches }: TouchEvent) => {
      touchStartY = touches[0]?.clientY ?? Number.POSITIVE_INFINITY
    }
    const onTouchMove = ({ touches }: TouchEvent) =>
      isAtTop() && (touches[0]?.clientY ?? 0) - touchStartY > minSwipePx && onIntent()
    const onKeyDown = ({ key }: KeyboardEvent) =>
      (key === 'Tab' || (isAtTop() && ['ArrowUp', 'PageUp', 'Home'].includes(key))) && onIntent()
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    window.addEventListener('scroll', onScroll, options)
    window.addEventListener('wheel', onWheel, options)
    window.addEventListener('touchstart', onTouchStart, options)
    window.addEventListener('touchmove', onTouchMove, options)
    window.addEventListener('keydown', onKeyDown, options)
    return () => controller.abort()
  }, [isActive, onIntent])
}

/** Milliseconds between attempts to load the code of the bar. */
const loadAgainMs = 3_000

const loadBar = () => import('./question-bar.tsx').then(({ QuestionBar }) => ({ QuestionBar }))
type QuestionBarCode = Awaited<ReturnType<typeof loadBar>>
let loadedCode: QuestionBarCode | undefined

/** Milliseconds after which a page counts as open: people then read and tap it, so a bar must no longer push it down. */
const openAfterMs = 1_000

/** Milliseconds for which a bar that arrives on an open page overlays it, so that nothing moves under a finger that is coming down. */
const overlaidMs = 1_200

type BarsProps = {
  /** True if the app header is above the bar. */
  hasHeader?: boolean
}

/** Shows the newest unanswered urgent question on every page. Its code loads with the first question. */
export function QuestionBars({ hasHeader = true }: BarsProps) {
  const { profile } = useMe()
  // Internal admins belong to no zone and receive no broadcasts.
  return isInternalAdmin(profile.role) ? null : <QuestionBarList hasHeader={hasHeader} />
}

function QuestionBarList({ hasHeader }: Required<BarsProps>) {
  const { questions: allQuestions, total, known } = useOpenQuestions()
  // The same question is not asked twice: its details and the inbox have its answers.
  const openId = useLocation({ select: ({ search }) => search.broadcast })
  const isInbox = useLocation({ select: ({ pathname }) => pathname === paths.alerts })
  const questions = isInbox ? [] : allQuestions.filter(({ id }) => id !== openId)
  const queuedIds = useWaitingPayloads(answerSender).map(it => it.broadcastId)
  // A question whose answer is queued gives way to one that can still be answered.
  const firstQuestion = questions.find(({ id }) => !queuedIds.includes(id)) ?? questions[0]
  const [initialQuestionId, setInitialQuestionId] = useState<string | null>()
  const isPageOpen = useAfter(openAfterMs)
  const code = useQuestionBarCode(firstQuestion !== undefined)
  const isFolded = useIsAlarmed()
  const isSettled = known && (firstQuestion === undefined || code !== undefined)
  // A question from the first fetch was there when the page opened, unless that fetch was slow; any other one arrives on an open
  // page.
  if (isSettled && initialQuestionId === undefined)
    setInitialQuestionId(isPageOpen || isFolded ? null : (firstQuestion?.id ?? null))
  const [isOverlay, endOverlay] = useOverlay(isSettled, allQuestions.length > 0 && !isFolded, isPageOpen)
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
  useOnContentIntent(isOverlay, endOverlay)
  if (firstQuestion && isFolded) return <FoldedQuestions total={total} />
  // The style sheet keeps the page transparent beside this mark, so that a question does not push down what people already see.
  if (!isSettled && !isPageOpen) return <span hidden data-question-pending />
  if (!firstQuestion || !code) return null
  return (
    <code.QuestionBar
      question={firstQuestion}
      more={questions.length < allQuestions.length ? total - 2 : total - 1}
      isOver={isOverlay}
      hasHeader={hasHeader}
      isLateArrival={initialQuestionId !== firstQuestion.id}
      focusFrom={focusFrom}
      onFocusLost={onFocusLost}
    />
  )
}

/** One line instead of the questions while an emergency is open, so that only one “I need help” is on the screen. */
const FoldedQuestions = ({ total }: { total: number }) => (
  <Button renderRoot={props => <Link {...props} to={paths.alerts} />} variant="subtle" color="gray" mih={44}>
    {t`${plural(total, { one: '# more question', other: '# more questions' })}`}
  </Button>
)

/** Returns the code of the bar, which loads with the first question; undefined until then. A failed load is tried again. */
function useQuestionBarCode(hasQuestion: boolean): QuestionBarCode | undefined {
  const [code, setCode] = useState(loadedCode)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (!hasQuestion || code) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = () =>
      loadBar().then(
        module => {
          loadedCode = module
          setCode(module)
        },
        () => setFailures(it => it + 1),
      )
    if (failures === 0) void load()
    else timer = setTimeout(load, loadAgainMs)
    return () => clearTimeout(timer)
  }, [hasQuestion, code, failures])
  return code
}

/**
 * Returns true while the bar overlays the page, and a function that ends the overlay. A bar that arrives on an open page overlays
 * it for a moment, on a scrolled page until the person wants to see what is below, and then gets room above it. The state carries over
 * from one question to the next.
 */
function useOverlay(known: boolean, hasQuestion: boolean, isPageOpen: boolean): [boolean, () => void] {
  const page = useLocation({ select: ({ pathname }) => pathname })
  const [overlay, setOverlay] = useState<{ stands: boolean; overPage?: string }>()
  if (known && overlay?.stands !== hasQuestion)
    setOverlay({ stands: hasQuestion, ...((overlay || isPageOpen) && hasQuestion && { overPage: page }) })
  const overlaidPage = overlay?.overPage
  useEffect(() => {
    if (overlaidPage !== undefined && overlaidPage !== page) setOverlay({ stands: true })
  }, [overlaidPage, page])
  const endOverlay = useCallback(() => setOverlay(it => it && { stands: it.stands }), [])
  const isOverlaid = overlaidPage === page
  useEffect(() => {
    if (!isOverlaid || window.scrollY > 0) return
    const timer = setTimeout(endOverlay, overlaidMs)
    return () => clearTimeout(timer)
  }, [isOverlaid, endOverlay])
  return [isOverlaid, endOverlay]
}
