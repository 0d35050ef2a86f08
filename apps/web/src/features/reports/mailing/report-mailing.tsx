import { Stack } from '@mantine/core'
import { MailedCard } from './mailed-card.tsx'
import { RecipientsCard } from './recipients-card.tsx'
import { SchedulesCard } from './schedules-card.tsx'

type Props = {
  zoneId: string
  mayChange: boolean
}

/** Who the reports of a zone are mailed to, when, and what became of it. For those who may see its report emails. */
export function ReportMailing(its: Props) {
  return (
    <Stack>
      <SchedulesCard {...its} />
      <RecipientsCard {...its} />
      <MailedCard {...its} />
    </Stack>
  )
}
