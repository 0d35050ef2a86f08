import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'

/** A telephone number to read and to copy. Nothing if it is not known. */
export const PhoneText = ({ name, phone }: { name: string; phone: string }) =>
  phone === '' ? null : (
    <Group gap={4} wrap="nowrap">
      <Text component="span" size="sm" dir="ltr" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {phone}
      </Text>
      <CopyButton text={phone} label={t`Copy the number of ${name}`} iconOnly />
    </Group>
  )
