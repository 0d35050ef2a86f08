/** The parts of the broadcasts feature used by the shell, the zone selection, the dashboards and the alerts. */

export { HelpBars } from './help-bars.tsx'
export { QuestionBars } from './question-bars.tsx'
export { QuestionCard } from './question-card.tsx'
export { useLastSevenDays } from './use-last-seven-days.ts'
export { useOpenQuestions } from './use-open-questions.ts'
export { useUnansweredBroadcasts } from './use-unanswered-broadcasts.ts'
