import { t } from '@lingui/core/macro'
import { Box, Stack, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { toMapUrl } from '../../lib/map-url.ts'
import { storedMeetingPoints } from '../../offline/meeting-points.ts'
import { Name } from '../../ui/people/name.tsx'

/** The meeting points that this device keeps of the zone in which somebody worked last, for people who are signed out. */
export function KeptPoints() {
  const storedPoints = storedMeetingPoints.get()
  if (!storedPoints) return null
  const { zoneName } = storedPoints
  return (
    <Box component="section" mt="md" aria-label={t`Meeting points of ${zoneName}`}>
      <Text fw={600} dir="auto">{t`Meeting points of ${zoneName}`}</Text>
      <Stack gap={0}>
        {storedPoints.points.map(point => (
          <Box
            key={point.name}
            component="a"
            c="inherit"
            href={toMapUrl(point)}
            target="_blank"
            rel="noreferrer"
            display="inline-flex"
            mih={44}
            style={{ alignItems: 'center', gap: 8 }}
          >
            <IconMapPin size="1.25rem" aria-hidden />
            <Name>{point.name}</Name>
          </Box>
        ))}
      </Stack>
    </Box>
  )
}
