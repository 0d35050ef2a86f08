/** Parts of broadcasts that the frame, the dashboards and the alerts show. */
export { QuestionBars } from './question-bars.tsx'
export { QuestionCard } from './question-card.tsx'
export { sinceNow } from './since.ts'
export { useOpenQuestions } from './use-open-questions.ts'
