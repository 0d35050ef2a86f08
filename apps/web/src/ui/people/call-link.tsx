import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { toTelephoneUrl } from '../../lib/telephone.ts'
import { ActionIcon } from '../action-icon.tsx'
import { Button } from '../button.tsx'
import { Name } from './name.tsx'

type Props = {
  name: string
  /** Empty if it is not known; nothing is shown then. */
  phone: string
  /** In pixels. The larger one is for lists of an emergency. */
  size?: 36 | 44 | 48
}

/** A link that calls a person whose number the list has. `CallButton` calls members, whose numbers are requested on click. */
export const CallLink = ({ name, phone, size = 48 }: Props) =>
  phone === '' ? null : (
    <ActionIcon
      icon={IconPhone}
      component="a"
      href={toTelephoneUrl(phone)}
      size={size}
      variant="default"
      aria-label={t`Call ${name}`}
      data-no-print
    />
  )

/** The red button with which somebody who needs help calls a person by name. */
export const CallByName = ({ name, phone }: Pick<Props, 'name' | 'phone'>) => (
  <Button
    component="a"
    href={toTelephoneUrl(phone)}
    h={48}
    maw="100%"
    color="red"
    icon={IconPhone}
    iconSize="1.25rem"
  >
    <Text span inherit truncate>
      <Trans>
        Call <Name>{name}</Name>
      </Trans>
    </Text>
  </Button>
)
