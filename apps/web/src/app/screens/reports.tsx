import { ReportsPage } from '../../features/reports/reports-page.tsx'
import type { ReportsAddress } from '../../features/reports/reports-search.ts'

/** Reports, with what other features put on its page. */
export function Reports(address: ReportsAddress) {
  return <ReportsPage {...address} />
}
