import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useElementSize, useWindowScroll } from '@mantine/hooks'
import type { OpenQuestion } from '@muster/contract/broadcasts.ts'
import { findMeaning } from '@muster/domain/broadcast.ts'
import { IconSpeakerphone } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { useRootSize } from '../../ui/layout/use-root-size.ts'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useAfter } from '../../ui/time/use-after.ts'
import { AnswerChoice } from './answer-choice.tsx'
import { CallForHelp } from './call-for-help.tsx'
import classes from './question-bar.module.css'
import { useAnswer } from './use-answer.ts'

/** Milliseconds for which a newly arrived question ignores presses, because they were meant for the page below it. */
const arrivalDelayMs = 1_000
/** Maximum share of the screen that a sticky bar may take. A taller bar scrolls away with the page. */
const maxStickyShare = 0.6

/** Pixels by which the page is scrolled when the bar folds into one line. */
const foldAfterPx = 48

type SlotProps = Props & {
  hasHeader: boolean
  /** True if the question arrived on an open page, so that it overlays the page without shifting it. */
  isOver: boolean
}

/** An urgent question with its answers, above every page until it is answered. */
export function QuestionBar({ isOver, hasHeader, ...props }: SlotProps) {
  const { ref, height } = useElementSize()
  const [{ y }] = useWindowScroll()
  const [fullHeight, setFullHeight] = useState(0)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const [arrivalY] = useState(isOver ? window.scrollY : 0)
  const isScrolled = y > foldAfterPx && Math.abs(y - arrivalY) > foldAfterPx
  if (!isScrolled && isUnfolded) setIsUnfolded(false)
  const isFolded = isScrolled && !isUnfolded
  if (!isFolded && !isUnfolded && height > 0 && height !== fullHeight) setFullHeight(height)
  const isTall = !isFolded && height > window.innerHeight * maxStickyShare
  useRootSize('--m-question', isOver || isTall ? 0 : height)
  return (
    <div
      className={classes.slot}
      // The page keeps the room of the whole bar, so that folding it moves nothing.
      style={isFolded && !isOver ? { height: fullHeight } : undefined}
      data-question-bar
      data-no-print
      data-at-top={!hasHeader || undefined}
      data-over={isOver || undefined}
      data-tall={(isTall && !isOver) || undefined}
    >
      <div ref={ref}>
        {isFolded && <FoldedQuestion title={props.question.title} onUnfold={() => setIsUnfolded(true)} />}
        <div hidden={isFolded}>
          <Question key={props.question.id} takesFocus={isUnfolded} {...props} />
        </div>
      </div>
    </div>
  )
}

/** The question in one line while the page is scrolled. */
const FoldedQuestion = ({ title, onUnfold }: { title: string; onUnfold: () => void }) => (
  <section className={classes.folded} aria-label={t`Urgent question: ${title}`}>
    <IconSpeakerphone size="1.25rem" aria-hidden className={classes.icon} />
    <Text fw={600} truncate flex={1} dir="auto">
      {title}
    </Text>
    <Button color="red" size="compact-md" mih={44} onClick={onUnfold}>
      {t`Answer`}
    </Button>
  </section>
)

type Props = {
  question: OpenQuestion
  /** The number of other open questions. */
  more: number
  /** True if the question arrived on an open page. */
  isLateArrival: boolean
  /** The id of a question that was removed while it had the focus, until another element takes the focus. */
  focusFrom: RefObject<string | undefined>
  onFocusLost: (questionId: string) => void
}

type QuestionProps = Props & {
  /** True once the person has unfolded the question. */
  takesFocus: boolean
}

function Question({ question, more, isLateArrival, takesFocus, focusFrom, onFocusLost }: QuestionProps) {
  const { id, title, message, answers, sentAt, zoneName } = question
  const navigate = useNavigate()
  const hasArrived = useAfter(arrivalDelayMs)
  const isInert = isLateArrival && !hasArrived
  const hadFocus = useRef(false)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const { send, waiting } = useAnswer(question, () =>
    navigate({ to: paths.broadcasts, search: { broadcast: id } }),
  )
  useEffect(() => {
    if (takesFocus) headingRef.current?.focus({ preventScroll: true })
  }, [takesFocus])
  useLayoutEffect(
    () => () => {
      if (hadFocus.current) onFocusLost(id)
    },
    [id, onFocusLost],
  )
  useEffect(() => {
    if (isInert || focusFrom.current === undefined || focusFrom.current === id) return
    focusFrom.current = undefined
    if (document.activeElement === document.body) headingRef.current?.focus({ preventScroll: true })
  }, [id, isInert, focusFrom])
  return (
    <section
      className={classes.bar}
      aria-label={t`Urgent question: ${title}`}
      inert={isInert}
      onFocus={() => {
        hadFocus.current = true
      }}
      onBlur={({ relatedTarget }) => {
        // A button that is disabled while sending loses the focus without a `relatedTarget`.
        if (relatedTarget) hadFocus.current = false
      }}
    >
      <IconSpeakerphone size="1.5rem" aria-hidden className={classes.icon} />
      <Stack gap={2} miw={0} className={classes.words}>
        <Text component="h2" ref={headingRef} tabIndex={-1} size="md" fw={600} lineClamp={2} dir="auto">
          {title}
        </Text>
        <Text lineClamp={2} dir="auto">
          {message}
        </Text>
        <Group gap="4px 8px" fz="xs" c="dimmed" mt={2}>
          <span className={classes.tag}>
            <Tag tone="danger">{t`Answer needed`}</Tag>
          </span>
          <span className={classes.origin}>
            <RelativeTime at={sentAt} /> · <Name>{zoneName ?? t`All zones`}</Name>
          </span>
          <Link to={paths.broadcasts} search={{ broadcast: id }} className={classes.link}>
            {t`Read in full`}
          </Link>
          {more > 0 && (
            <Link to={paths.alerts} className={classes.link}>
              {t`${{ count: formatCount(more) }} more`}
            </Link>
          )}
        </Group>
      </Stack>
      <Stack gap={4} className={classes.choice}>
        <AnswerChoice answers={answers} chosen={waiting} act={send} />
        {waiting && findMeaning(answers, waiting) === 'help' && (
          <CallForHelp isWaiting help={null} contacts={question.contacts} />
        )}
        {waiting && findMeaning(answers, waiting) !== 'help' && (
          <Text size="xs" c="var(--m-danger)" role="status">
            <Trans>
              “<span dir="auto">{waiting}</span>” hasn’t been sent yet. It will be sent when you’re back
              online.
            </Trans>
          </Text>
        )}
      </Stack>
    </section>
  )
}
