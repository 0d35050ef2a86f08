import { isInternalAdmin } from '@muster/domain/role.ts'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../../lib/session/use-session.ts'
import { useOpenQuestions } from './use-open-questions.ts'

const QuestionBar = lazy(() => import('./question-bar.tsx').then(it => ({ default: it.QuestionBar })))

/** On every page: the newest urgent question one has not answered. Nothing of it is loaded where there is none. */
export function QuestionBars() {
  const { profile } = useMe()
  // Internal admins are members of no zone and get no broadcast.
  return isInternalAdmin(profile.role) ? null : <Bars />
}

function Bars() {
  const { questions, total, known } = useOpenQuestions()
  const [first] = questions
  const [atStart, setAtStart] = useState<string | null>()
  // A question of the first read was there when the page opened. Any later one comes to a screen that stands open.
  if (known && atStart === undefined) setAtStart(first?.id ?? null)
  if (!first) return null
  return (
    <Suspense>
      <QuestionBar key={first.id} question={first} more={total - 1} late={atStart !== first.id} />
    </Suspense>
  )
}
