/** The broadcast components used by the frame, the dashboards and the alerts. */
export { QuestionBars } from './question-bars.tsx'
export { QuestionCard } from './question-card.tsx'
export { rollingPeriodStarts as sinceNow } from './since.ts'
export { useOpenQuestions } from './use-open-questions.ts'
