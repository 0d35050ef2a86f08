import { Stack } from '@mantine/core'
import { MailedCard } from './mailed-card.tsx'
import { RecipientsCard } from './recipients-card.tsx'
import { SchedulesCard } from './schedules-card.tsx'

type Props = {
  zoneId: string
  mayChange: boolean
}

/** The recipients, schedules and outcomes of a zone's emailed reports, for people who may see them. */
export function ReportMailing(props: Props) {
  return (
    <Stack>
      <SchedulesCard {...props} />
      <RecipientsCard {...props} />
      <MailedCard {...props} />
    </Stack>
  )
}
