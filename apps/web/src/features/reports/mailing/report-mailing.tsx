import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import { MailedCard } from './mailed-card.tsx'
import { RecipientsCard } from './recipients-card.tsx'
import classes from './report-mailing.module.css'
import { SchedulesCard } from './schedules-card.tsx'

type Props = {
  zoneId: string
  /** The effective role in the zone. */
  role: Role
}

/** Who the reports of a zone are mailed to, when, and what became of it. For those who may see its report emails. */
export function ReportMailing({ zoneId, role }: Props) {
  if (!can(role, 'view_report_emails')) return null
  const its = {
    zoneId,
    mayChange: can(role, 'manage_report_emails') || can(role, 'manage_report_recipients'),
  }
  return (
    <div className={classes.parts}>
      <SchedulesCard {...its} />
      <RecipientsCard {...its} />
      <MailedCard {...its} />
    </div>
  )
}
