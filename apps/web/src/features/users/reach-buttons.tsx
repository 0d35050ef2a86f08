import { Button, SimpleGrid } from '@mantine/core'
import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react'
import { dialled, telephone } from '../../lib/telephone.ts'
import { useIsWide } from '../../ui/layout/use-screen.ts'

type Props = {
  name: string
  email: string
  /** Undefined while it is not known whether there is one. */
  phone: string | null | undefined
}

/** The first thing one wants of somebody on a phone: to call them, or to write. */
export function ReachButtons({ name, email, phone }: Props) {
  if (useIsWide()) return null
  return (
    <SimpleGrid minColWidth="min(100%, 140px)" autoFlow="auto-fit" spacing="xs">
      {phone && (
        <Button
          component="a"
          href={telephone(phone)}
          leftSection={<IconPhone size="1.125rem" aria-hidden />}
          aria-label={`Call ${name}`}
        >
          Call
        </Button>
      )}
      <Button
        component="a"
        variant="default"
        href={phone ? `sms:${dialled(phone)}` : `mailto:${email}`}
        leftSection={
          phone ? <IconMessage size="1.125rem" aria-hidden /> : <IconMail size="1.125rem" aria-hidden />
        }
        aria-label={`Message ${name}`}
      >
        Message
      </Button>
    </SimpleGrid>
  )
}
