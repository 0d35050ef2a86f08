import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SimpleGrid } from '@mantine/core'
import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react'
import { toDialString, toTelephoneUrl } from '../../lib/telephone.ts'
import { Button } from '../../ui/button.tsx'
import { useIsWideScreen } from '../../ui/layout/use-screen.ts'

type Props = {
  name: string
  email: string
  /** Undefined until loaded; null if the person has no number. */
  phone: string | null | undefined
}

/** Calls or messages a person: by text from a phone, otherwise by email. */
export function ReachButtons({ name, email, phone }: Props) {
  const isWide = useIsWideScreen()
  const textsNumber = isWide ? null : phone
  return (
    <SimpleGrid minColWidth="min(100%, 140px)" autoFlow="auto-fit" spacing="xs">
      {phone && (
        <Button component="a" href={toTelephoneUrl(phone)} icon={IconPhone} aria-label={t`Call ${name}`}>
          <Trans context="verb">Call</Trans>
        </Button>
      )}
      <Button
        component="a"
        variant="default"
        href={textsNumber ? `sms:${toDialString(textsNumber)}` : `mailto:${email}`}
        leftSection={
          textsNumber ? <IconMessage size="1.125rem" aria-hidden /> : <IconMail size="1.125rem" aria-hidden />
        }
        aria-label={textsNumber ? t`Message ${name}` : t`Email ${name}`}
      >
        {textsNumber ? <Trans context="verb">Message</Trans> : <Trans context="verb">Email</Trans>}
      </Button>
    </SimpleGrid>
  )
}
