import { isInternalAdmin } from '@muster/domain/role.ts'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import { useOpenQuestions } from './use-open-questions.ts'

const QuestionBar = lazy(() => import('./question-bar.tsx').then(it => ({ default: it.QuestionBar })))

/** On every page: the newest urgent question one has not answered. Nothing of it is loaded where there is none. */
export function QuestionBars() {
  const { profile } = useMe()
  // Who sees all zones is a member of none, and gets no broadcast.
  return isInternalAdmin(profile.role) ? null : <Bars />
}

function Bars() {
  const { questions, total, known } = useOpenQuestions()
  const [first] = questions
  const [atStart, setAtStart] = useState<string | null>()
  // What the first answer brought stood there from the beginning. Whatever follows comes to a screen that stands open.
  if (known && atStart === undefined) setAtStart(first?.id ?? null)
  if (!first) return null
  return (
    <Suspense>
      <QuestionBar key={first.id} question={first} more={total - 1} late={atStart !== first.id} />
    </Suspense>
  )
}
