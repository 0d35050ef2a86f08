import { Stack } from '@mantine/core'
import { MailedCard } from './mailed-card.tsx'
import { RecipientsCard } from './recipients-card.tsx'
import { SchedulesCard } from './schedules-card.tsx'

type Props = {
  zoneId: string
  mayChange: boolean
}

/** The recipients, schedules and outcomes of a zone's emailed reports, for people who may see them. */
export function ReportMailing(its: Props) {
  return (
    <Stack>
      <SchedulesCard {...its} />
      <RecipientsCard {...its} />
      <MailedCard {...its} />
    </Stack>
  )
}
