/** What other features may use of visitors. */

export { listVisitorsOnRoll, type RollVisitor } from './roll-visitors.queries.ts'
