import { t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { toTelephoneUrl } from '../../lib/telephone.ts'

type Props = {
  name: string
  /** Empty if it is not known; nothing is shown then. */
  phone: string
  /** In pixels. The larger one is for lists of an emergency. */
  size?: 44 | 48
}

/** A link that calls a person whose number the list has. `CallButton` calls members, whose numbers are requested on click. */
export const CallLink = ({ name, phone, size = 48 }: Props) =>
  phone === '' ? null : (
    <ActionIcon
      component="a"
      href={toTelephoneUrl(phone)}
      size={size}
      variant="default"
      aria-label={t`Call ${name}`}
      data-no-print
    >
      <IconPhone size="1.25rem" aria-hidden />
    </ActionIcon>
  )
