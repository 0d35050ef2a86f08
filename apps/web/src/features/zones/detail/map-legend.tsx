import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Flex } from '@mantine/core'
import { IconMapPinFilled } from '@tabler/icons-react'
import classes from './zone-map-viewer.module.css'

export function MapLegend() {
  return (
    <Flex component="ul" direction="column" gap="xs" className={classes.legend} aria-label={t`Legend`}>
      <li>
        <span className={classes.me} aria-hidden />
        <Trans>You (the circle shows accuracy)</Trans>
      </li>
      <li>
        <IconMapPinFilled color="var(--m-map-centre)" size="1.25rem" aria-hidden />
        <Trans>Centre of the zone</Trans>
      </li>
      <li>
        <Box w={20} h={16} bd="2px solid var(--m-zone)" bg="var(--m-zone-fill)" aria-hidden />
        <Trans>Zone boundary used for checks</Trans>
      </li>
    </Flex>
  )
}
