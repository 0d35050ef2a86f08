import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { toPlusCode } from '@muster/domain/geo/plus-code.ts'
import { IconMapPin } from '@tabler/icons-react'
import { formatRadius } from '../../../lib/format-accuracy.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/sharing/copy-button.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'

/** Decimals of a coordinate: about one metre. */
const decimals = 5

/** Formats a WGS 84 position as responders type it, in every language: `28.61300, 77.20900`. */
const formatPosition = ({ lat, lng }: { lat: number; lng: number }): string =>
  `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`

type Props = {
  position: { lat: number; lng: number; accuracyMeters: number | null; at: string }
  /** Shows the position on the map of the page. */
  onShow?: (() => void) | undefined
}

export function LastKnown({ position, onShow }: Props) {
  const { accuracyMeters, at } = position
  const coordinates = formatPosition(position)
  const plusCode = toPlusCode(position)
  return (
    <div>
      <Text>
        <Trans>
          Last known position <RelativeTime at={at} />
        </Trans>
        {accuracyMeters !== null && ` (${formatRadius(accuracyMeters)})`}
      </Text>
      <Group gap="xs">
        <Text fw={600} dir="ltr" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {coordinates} · {plusCode}
        </Text>
        <CopyButton text={`${coordinates} ${plusCode}`} label={t`Copy`} />
        {onShow && (
          <Button variant="default" icon={IconMapPin} onClick={onShow}>
            {t`Map`}
          </Button>
        )}
      </Group>
    </div>
  )
}
