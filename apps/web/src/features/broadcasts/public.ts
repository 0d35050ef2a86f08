/** What the dashboards ask of broadcasts. */
export { sinceNow } from './since.ts'
